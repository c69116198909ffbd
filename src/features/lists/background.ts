import { handleAction, handleJob, type BackgroundParts } from "../../feature.ts";
import { runListAutofill } from "./autofill.ts";
import { runListCopy, runListDeletion, runListMerge } from "./jobs.ts";
import {
  sendListNotices,
  syncShopListsOnStatusChange,
  hasListsWithNotices,
  hasShopLists,
  noticeReader,
  shopListReader,
} from "./listeners.ts";
import { listNoticeMailJob, sendListNoticeMail } from "./notices/notices.ts";
import { findListSizeDifferences } from "./queries.ts";
import { runShopListSync } from "./shop-lists/service.ts";

export const background: BackgroundParts = {
  jobs: [handleJob(listNoticeMailJob, sendListNoticeMail)],
  actions: [
    handleAction(runListMerge),
    handleAction(runListCopy),
    handleAction(runListDeletion),
    handleAction(runListAutofill),
    handleAction(runShopListSync),
  ],
  listeners: [
    {
      reader: shopListReader,
      types: ["contact_created", "contacts_created", "status_change"],
      isEnabled: hasShopLists,
      handle: (db, entries, { clock }) => syncShopListsOnStatusChange(db, entries, clock),
    },
    {
      reader: noticeReader,
      types: ["contact_created", "contacts_created", "list_added", "list_unsubscribed", "unsubscribed"],
      isEnabled: hasListsWithNotices,
      handle: (db, entries, { jobs }) => sendListNotices(db, entries, jobs),
    },
  ],
  checks: [{ name: "list counters", findDifferences: findListSizeDifferences }],
};

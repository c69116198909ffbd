import { handleAction, handleJob, type BackgroundParts } from "../../feature.ts";
import { listAutofill } from "./autofill.ts";
import { listCopy, listMerge } from "./jobs.ts";
import {
  followMembers,
  followStatuses,
  hasNoticedLists,
  hasShopLists,
  noticeReader,
  shopListReader,
} from "./listeners.ts";
import { noticeMailJob, sendNoticeMail } from "./notices/notices.ts";
import { findSizeDifferences } from "./queries.ts";
import { shopListSync } from "./shop-lists/service.ts";

export const background: BackgroundParts = {
  jobs: [handleJob(noticeMailJob, sendNoticeMail)],
  actions: [handleAction(listMerge), handleAction(listCopy), handleAction(listAutofill), handleAction(shopListSync)],
  listeners: [
    {
      reader: shopListReader,
      types: ["contact_created", "contacts_created", "status_change"],
      isWanted: hasShopLists,
      handle: (db, entries, { clock }) => followStatuses(db, entries, clock),
    },
    {
      reader: noticeReader,
      types: ["contact_created", "contacts_created", "list_added", "list_unsubscribed", "unsubscribed"],
      isWanted: hasNoticedLists,
      handle: (db, entries, { jobs }) => followMembers(db, entries, jobs),
    },
  ],
  checks: [{ name: "list counters", findDifferences: findSizeDifferences }],
};

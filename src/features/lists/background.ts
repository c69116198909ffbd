import { handleJob, type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { runListAutofill } from "./autofill.ts";
import { runListCopy, runListDeletion, runListMerge } from "./jobs.ts";
import { noticeListener, shopListListener } from "./listeners.ts";
import { listNoticeMailJob, sendListNoticeMail } from "./notices/notices.ts";
import { findListSizeDifferences } from "./queries.ts";
import { runShopListMaintenance, runShopListSync } from "./shop-lists/service.ts";

export const background: BackgroundParts = {
  jobs: [handleJob(listNoticeMailJob, sendListNoticeMail)],
  actions: [
    actionRunner(runListMerge),
    actionRunner(runListCopy),
    actionRunner(runListDeletion),
    actionRunner(runListAutofill),
    actionRunner(runShopListSync),
    actionRunner(runShopListMaintenance),
  ],
  listeners: [shopListListener, noticeListener],
  checks: [{ name: "list counters", findDifferences: findListSizeDifferences }],
};

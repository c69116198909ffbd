import { handleJob, type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { dueFeedsJob, feedRefreshJob, queueDueFeeds, runFeedRefresh } from "./jobs.ts";
import { refreshFeed } from "./refresh.ts";
import { deleteGoneItems } from "./refresh.queries.ts";

/** Products that vanished from their feed are kept this long. */
const goneDays = 90;

export const background: BackgroundParts = {
  actions: [actionRunner(runFeedRefresh)],
  jobs: [
    handleJob(dueFeedsJob, queueDueFeeds),
    handleJob(feedRefreshJob, async (worker, { tenantId, feedId }) =>
      refreshFeed(await worker.contextOf(tenantId), { feedId, fileId: null }),
    ),
  ],
  nightly: [{ name: "vanished feed items", run: (db, now) => deleteGoneItems(db, addMs(now, -days(goneDays))) }],
};

import { Type } from "typebox";
import type { Worker } from "../../feature.ts";
import { actionTypes } from "../../jobs/action-types.ts";
import { defineAction } from "../../jobs/actions.ts";
import { defineJob } from "../../jobs/job.ts";
import { NullableId, Id } from "../../kernel/schema.ts";
import { deleteFile } from "../../storage/files.queries.ts";
import { findFeed } from "./queries.ts";
import { refreshFeed } from "./refresh.ts";
import { claimDueFeeds } from "./refresh.queries.ts";

/** A refresh that a person asked for. An error of the feed is a result: it is shown with the feed. */
export const runFeedRefresh = defineAction({
  type: actionTypes.refreshFeed,
  params: Type.Object({ feedId: Id, fileId: NullableId }),
  checkpoint: Type.Object({}),
  prepare: (ctx, request) => refreshFeed(ctx, request),
  step: async ({ db }, { feedId, fileId }) => {
    if (fileId !== null) await deleteFile(db, fileId);
    const feed = await findFeed(db, feedId);
    if (feed === undefined) return { result: { feedId } };
    const { name, status, error, items } = feed;
    return { result: { feedId, name, status, error, items } };
  },
});

export const feedRefreshJob = defineJob({
  name: "feed.refresh",
  payload: Type.Object({ tenantId: Type.String(), feedId: Type.String() }),
  retryLimit: 2,
  retryDelayS: 60,
  expireMinutes: 15,
});

/** Every minute: the feeds whose time has come. */
export const dueFeedsJob = defineJob({
  name: "feeds.due",
  payload: Type.Object({}),
  retryLimit: 0,
  retryDelayS: 1,
  expireMinutes: 5,
  schedule: "* * * * *",
});

const maxFeedsPerMinute = 200;

/** Claimed and queued in one transaction: no refresh is lost or queued twice. */
export async function queueDueFeeds({ db, clock, jobs }: Pick<Worker, "db" | "clock" | "jobs">): Promise<void> {
  await db.transaction(async (inner) => {
    for (const { tenantId, id } of await claimDueFeeds(inner, clock.now(), maxFeedsPerMinute)) {
      await jobs.send(inner.forTenant(tenantId), feedRefreshJob, { tenantId, feedId: id });
    }
  });
}

import { Type } from "typebox";
import type { SystemDb } from "../../db/tenant.ts";
import { actionTypes } from "../../jobs/action-types.ts";
import { defineAction } from "../../jobs/actions.ts";
import { defineJob } from "../../jobs/job.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { Id } from "../../kernel/schema.ts";
import { advanceImport, ImportCheckpoint, failImport } from "./state-machine.ts";
import * as queries from "./queries.ts";

/** An import that is too large for the request. */
export const runImport = defineAction({
  type: actionTypes.runImport,
  params: Type.Object({ importId: Id }),
  checkpoint: ImportCheckpoint,
  step: (ctx, { importId }, done) => advanceImport(ctx, importId, done),
  onFailure: (ctx, { importId }) => failImport(ctx, importId),
});

/** Nightly: deletes expired rejected rows and drafts. */
export const importSweepJob = defineJob({
  name: "imports.sweep",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 300,
  expireMinutes: 15,
  schedule: "50 0 * * *",
});

const draftDays = 90;

export const sweepImports = (db: SystemDb, now: Date): Promise<void> =>
  db.transaction((inner) => queries.sweepImports(inner, { now, draftsSince: addMs(now, -days(draftDays)) }));

import { randomUUID } from "node:crypto";
import { insertBatch } from "../../../src/features/tracking/batches.queries.ts";
import type { TrackedEvent } from "../../../src/features/tracking/event.ts";
import { judgeEvents } from "../../../src/features/tracking/judge-events.ts";
import type { TenantDb } from "../../../src/db/tenant.ts";
import type { TestCompany } from "./company.ts";

type Judged = { readonly ctx: Pick<TestCompany["ctx"], "db">; readonly clock: TestCompany["clock"] };

/** Judges all stored opens and clicks of the company at once, as a worker does after the wait. */
export async function judgeAll({ ctx, clock }: Judged): Promise<void> {
  while (await judgeEvents(ctx.db, { now: clock.now(), waitMs: 0, batches: new Map() }));
}

/** Stores events like an HTTP process. */
export const storeEvents = (db: TenantDb, receivedAt: Date, events: readonly TrackedEvent[]): Promise<void> =>
  insertBatch(db, { id: randomUUID(), receivedAt, events });

import { createEndpointLoop } from "../../../src/features/webhook-endpoints/sending/loop.ts";
import { createOutbound, type Outbound } from "../../../src/net/outbound.ts";
import { untilJournalSettled, type TestCompany } from "./company.ts";

/** A worker's loop of endpoints; its outbound calls may reach loopback. */
export const anEndpointLoop = (
  { app, ctx }: TestCompany,
  outbound: Outbound = createOutbound({ allowPrivate: true }),
) =>
  createEndpointLoop({
    db: app.db,
    log: app.log,
    clock: app.services.clock,
    webhookIntervalMs: app.config.webhookIntervalS * 1000,
    contextOf: async (tenantId) => ({ ...ctx, db: app.db.forTenant(tenantId), outbound }),
  });

/** One run of the due endpoints, after a pause. */
export async function runEndpoints(test: TestCompany, pauseMs = 0, outbound?: Outbound): Promise<void> {
  test.clock.advance(pauseMs);
  await untilJournalSettled(test.ctx.db);
  await Promise.all(await anEndpointLoop(test, outbound).startTasks());
}

import { randomUUID } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { company, testWorkerOf } from "../../../tests/harness/factories/company.ts";
import { storeEvents } from "../../../tests/harness/factories/judged-events.ts";
import {
  aCampaignWithLinks,
  aSentMessage,
  browserUserAgent,
} from "../../../tests/harness/factories/tracked-messages.ts";
import { EventJudge } from "./event-judge.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it("drops a batch that cannot be judged after five attempts, and judges the others", async () => {
  const own = await company();
  const { sql, tenantId } = own.ctx.db;
  const { campaignId, contactId } = await aSentMessage(own, await aCampaignWithLinks(own, []));
  const client = [browserUserAgent, "203.0.113.0/24", "GET", false];
  const stored = { clients: [client], events: [["no number", contactId, own.clock.now().getTime(), null, 0]] };
  await sql`
    insert into tracking_batch (tenant_id, id, received_at, count, events)
    values (${tenantId}, ${randomUUID()}, ${own.clock.now()}, 1, ${JSON.stringify(stored)}::json)`;
  own.clock.advance(1000);
  await storeEvents(own.ctx.db, own.clock.now(), [
    {
      tenantId,
      campaignId,
      contactId,
      at: own.clock.now(),
      link: null,
      method: "GET",
      prefetch: false,
      agent: browserUserAgent,
      network: "203.0.113.0/24",
    },
  ]);
  const errors: object[] = [];
  const log = Object.assign(Object.create(own.app.log), {
    error: (line: object) => void errors.push(line),
  });
  const judge = new EventJudge({ ...testWorkerOf(own), log, verdictWaitMs: 0 });
  // Beyond the pause after a failure.
  let elapsedMs = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => (elapsedMs += 80_000));
  for (let round = 0; round < 6; round += 1) await judge.judgeOnce();
  expect(errors.filter((line) => "dropped" in line)).toEqual([{ err: expect.any(Error), tenantId, dropped: 1 }]);
  expect(errors.filter((line) => "task" in line)).toHaveLength(4);
  const rows = await sql`select type from journal where tenant_id = ${tenantId} and type like 'email_%'`;
  expect([...rows]).toEqual([{ type: "email_opened" }]);
});

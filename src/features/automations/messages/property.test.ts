import { describe, expect, it } from "vitest";
import {
  anEmailAutomation,
  anEmailEngine,
  emailGraph,
  emailsOf,
} from "../../../../tests/harness/factories/automation-emails.ts";
import { paramsOf } from "../../../../tests/harness/factories/automations.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import type { SendOutcome } from "../../../mail/outcome.ts";
import { inTransaction } from "../../../context.ts";
import { recordBounce } from "../../bounces/service.ts";
import { advanceAutomation } from "../engine/advance.ts";
import { isFull } from "../../../../tests/harness/scope.ts";

/** A reproducible sequence of numbers from 0 to below 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** An automation that contacts may enter any number of times. */
async function aReenteredAutomation(test: TestCompany) {
  const automation = await anEmailAutomation(test);
  const { senderId, templateId } = automation;
  const graph = emailGraph({ senderId, templateId, subject: "Hello" });
  const nodes = graph.nodes.map((node) => (node.id === "t" ? { ...node, config: { reentry: "always" } } : node));
  const body = { graph: { ...graph, nodes }, baseVersion: 1, confirmRunning: true };
  await test.api.ok("saveAutomationGraph", { params: paramsOf(automation), body });
  return automation;
}

/** The worker dies before it commits. */
const killedAdvance = (test: TestCompany, id: string) =>
  inTransaction(test.ctx, async (ctx) => {
    await advanceAutomation(ctx, id);
    throw new Error("killed");
  }).catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== "killed") throw error;
  });

const accepted: SendOutcome = { outcome: "sent", response: "250 ok" };
const busy: SendOutcome = {
  outcome: "refused",
  kind: "temporary",
  stage: "rcpt",
  code: 450,
  response: "450 busy",
  enhanced: "4.2.1",
};

describe.each(isFull ? [1, 2, 3] : [1])("whatever is killed and in whichever order, seed %i", (seed) => {
  it("every run gets its e-mail once, and nobody after an opt-out", { timeout: 120_000 }, async () => {
    const random = randomNumbers(seed);
    const test = await company();
    const automation = await aReenteredAutomation(test);
    const params = paramsOf(automation);
    const contacts = await Promise.all(Array.from({ length: 6 }, () => test.aContact({ email: anEmail() })));
    const emails = new Set(contacts.map(({ email }) => email));
    const optedOut = new Set<string>();
    const violations: string[] = [];
    const received = new Map<string, number>();
    const { run } = anEmailEngine(test, ({ envelope: { to } }) => {
      if (!emails.has(to)) return accepted;
      if (optedOut.has(to)) violations.push(to);
      if (random() < 0.2) return busy;
      received.set(to, (received.get(to) ?? 0) + 1);
      return accepted;
    });
    const optOut = async ({ id, email }: { id: string; email: string }) => {
      const ways = [
        () => test.api.ok("unsubscribeContact", { params: { id }, body: {} }),
        () => test.api.ok("blacklistContact", { params: { id }, body: {} }),
        () => test.ctx.db.sql`
          update contact set consent_weak = true where tenant_id = ${test.tenantId} and id = ${id}`,
        async () => {
          const [sent] = (await emailsOf(test, automation)).filter(
            ({ contactId, state }) => contactId === id && state === "sent",
          );
          const bounce = { kind: "hard", code: "5.1.1", response: "unknown", at: "later" } as const;
          if (sent !== undefined) await recordBounce(test.ctx, { campaignId: sent.sourceId, contactId: id }, bounce);
          else await test.api.ok("unsubscribeContact", { params: { id }, body: {} });
        },
      ];
      await ways[Math.floor(random() * ways.length)]?.();
      optedOut.add(email);
    };
    for (let step = 0; step < 30; step += 1) {
      const contact = contacts[Math.floor(random() * contacts.length)];
      const action = random();
      if (contact === undefined) continue;
      if (action < 0.4) {
        await test.api
          .ok("addAutomationContacts", { params, body: { contactIds: [contact.id] } })
          .catch(() => undefined);
      } else if (action < 0.55) await killedAdvance(test, automation.id);
      else if (action < 0.7) await advanceAutomation(test.ctx, automation.id, { limit: 2 });
      else if (action < 0.85) await run();
      else if (action < 0.9) await test.api.call("pauseAutomation", { params });
      else if (action < 0.95) await test.api.call("activateAutomation", { params });
      else if (optedOut.size < 3 && !optedOut.has(contact.email)) await optOut(contact);
      test.clock.advance(60_000);
    }
    await test.api.call("activateAutomation", { params });
    while ((await advanceAutomation(test.ctx, automation.id)) > 0);
    for (let round = 0; round < 12; round += 1) {
      test.clock.advance(600_000);
      await run();
    }
    expect(violations).toEqual([]);
    const { sql, tenantId } = test.ctx.db;
    const runs = await sql<{ contactId: string; n: number }[]>`
      select contact_id, count(*)::int as n from automation_run where tenant_id = ${tenantId} group by 1`;
    for (const { id, email } of contacts) {
      const entered = runs.find(({ contactId }) => contactId === id)?.n ?? 0;
      const got = received.get(email) ?? 0;
      if (optedOut.has(email)) expect(got).toBeLessThanOrEqual(entered);
      else expect(got).toBe(entered);
    }
    const passes = await sql`
      select from automation_pass where tenant_id = ${tenantId} and node = 'mail' group by run_id having count(*) <> 1`;
    expect(passes).toHaveLength(0);
  });
});

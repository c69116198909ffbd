import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aVerifiedSender, aSendingCampaign } from "../../../tests/harness/factories/sending-campaigns.ts";
import { recordBounce, recordComplaint } from "../bounces/service.ts";
import { unsubscribeByOneClick } from "../pages/preferences/service.ts";
import { runs } from "../../../tests/harness/scope.ts";

const people = 5;

type Person = { id: string; email: string };
type Scenario = { test: TestCompany; listId: string; people: Person[]; campaignIds: string[] };

/** Ways in which a contact opts out or becomes unreachable. */
const refusals = {
  unsubscribed: ({ test }: Scenario, { id }: Person) => test.api.ok("unsubscribeContact", { params: { id }, body: {} }),
  suppressed: ({ test }: Scenario, { email }: Person) => test.api.ok("createSuppression", { body: { email } }),
  blacklisted: ({ test }: Scenario, { id }: Person) => test.api.ok("blacklistContact", { params: { id }, body: {} }),
  left: ({ test, listId }: Scenario, { id }: Person) =>
    test.api.ok("unsubscribeListMembers", { params: { list_id: listId }, body: { contactIds: [id] } }),
  oneClick: ({ test, campaignIds }: Scenario, { id }: Person) =>
    unsubscribeByOneClick(test.ctx, {
      contactId: id,
      listId: null,
      campaignId: campaignIds[0] ?? null,
      messageId: null,
    }),
  bounced: ({ test, campaignIds }: Scenario, { id }: Person) =>
    recordBounce(test.ctx, keyOf(campaignIds, id), { kind: "hard", code: "5.1.1", response: "", at: "handover" }),
  complained: ({ test, campaignIds }: Scenario, { id }: Person) => recordComplaint(test.ctx, keyOf(campaignIds, id)),
  erased: ({ test }: Scenario, { id }: Person) =>
    test.api.ok("eraseContact", { params: { id }, body: { confirm: true } }),
};

/** Ways in which a company might resubscribe a contact; none of them may work. */
const returns = {
  added: ({ test, listId }: Scenario, { id }: Person) =>
    test.api.call("addListMembers", { params: { list_id: listId }, body: { contactIds: [id] } }),
  created: ({ test, listId }: Scenario, { email }: Person) =>
    test.api.call("createContact", {
      body: { email, purposeId: test.purposeId, consentConfirmed: true, listIds: [listId] },
    }),
  consented: ({ test }: Scenario, { id }: Person) =>
    test.api.call("addContactPurpose", { params: { id }, body: { purposeId: test.purposeId, consentConfirmed: true } }),
};

const keyOf = (campaignIds: readonly string[], contactId: string) => ({ campaignId: campaignIds[0] ?? "", contactId });

const step = fc.oneof(
  fc.record({
    kind: fc.constant("refuse" as const),
    how: fc.constantFrom(...Object.values(refusals)),
    who: fc.nat(people - 1),
  }),
  fc.record({
    kind: fc.constant("return" as const),
    how: fc.constantFrom(...Object.values(returns)),
    who: fc.nat(people - 1),
  }),
  fc.constant({ kind: "campaign" as const }),
  fc.constant({ kind: "send" as const }),
);

async function aScenario(): Promise<Scenario> {
  const test = await company();
  const { id: listId } = await test.aList();
  const made = [];
  for (let count = 0; count < people; count += 1) {
    const { id, email } = await test.aContact({ email: anEmail(), listIds: [listId] });
    made.push({ id, email });
  }
  return { test, listId, people: made, campaignIds: [] };
}

it("sends to nobody who opted out, whatever the company does, and to nobody twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const scenario = await aScenario();
      const senderId = await aVerifiedSender(scenario.test);
      const refused = new Set<string>();
      const broken: string[] = [];
      const { run, engine, taken } = anEngine(scenario.test, ({ envelope }) => {
        if (refused.has(envelope.to)) broken.push(envelope.to);
        return { outcome: "sent", response: "" };
      });
      const begin = async () => {
        scenario.campaignIds.push(await aSendingCampaign(scenario.test, { listIds: [scenario.listId], senderId }));
        await engine.advance();
      };
      await begin();
      for (const each of steps) {
        if (each.kind === "send") await run();
        else if (each.kind === "campaign") await begin();
        else {
          const person = scenario.people[each.who];
          if (person === undefined || (each.kind === "refuse" && refused.has(person.email))) continue;
          const answer: unknown = await each.how(scenario, person);
          // A report about a message in flight comes too early: it has no effect yet.
          const isIgnored = typeof answer === "string" && answer !== "recorded";
          if (each.kind === "refuse" && !isIgnored) refused.add(person.email);
        }
      }
      await run();
      expect(broken).toEqual([]);
      const names = taken
        .filter(({ envelope }) => scenario.people.some(({ email }) => email === envelope.to))
        .map(({ id }) => id);
      expect(new Set(names).size).toBe(names.length);
    }),
    { numRuns: runs(12) },
  );
}, 120_000);

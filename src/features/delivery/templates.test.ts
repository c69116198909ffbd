import { expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aSendingCampaign, type RelayAnswer } from "../../../tests/harness/factories/sending-campaigns.ts";
import { aSandbox } from "../../../tests/harness/servers/sandbox.ts";

const cooldownMs = 60_000;
let elapsedMs = 0;
const sandbox = aSandbox({ size: 2, timeMs: 60, cooldownMs, cooldownFactor: 0, now: () => elapsedMs });

/** The sandbox tries a refused template again, and so does the engine. */
function endCooldown({ clock }: TestCompany) {
  elapsedMs += cooldownMs;
  clock.advance(61_000);
}

/** An engine whose cooldowns for templates end when the test says so. */
const anEngineOf = (test: TestCompany, answer?: RelayAnswer) =>
  anEngine({ ...test, app: { ...test.app, services: { ...test.app.services, sandbox } } }, answer);

async function people(test: TestCompany, notes: readonly string[]) {
  const { id: listId } = await test.aList();
  const emails: string[] = [];
  for (const note of notes) {
    const email = anEmail();
    await test.aContact({ email, listIds: [listId], note });
    emails.push(email);
  }
  return { listId, emails };
}

const endless = "{% for i in 1..999 %}{% for j in 1..999 %}{% for k in 1..999 %}{% endfor %}{% endfor %}{% endfor %}";
const html = `{% if contact.note == "slow" %}${endless}{% endif %}<p>Hello</p>`;

const messagesOf = async ({ ctx: { db } }: TestCompany, id: string) => {
  const rows = await db.sql<{ state: string; reason: string | null; n: number }[]>`
    select state, reason, count(*)::int as n from message
    where tenant_id = ${db.tenantId} and source_id = ${id} group by state, reason order by state, reason`;
  return rows.map(({ state, reason, n }) => `${n} ${state} ${reason ?? ""}`.trim());
};

it("puts a subject with contact data on one line", async () => {
  const test = await company();
  const { listId, emails } = await people(test, ["one", "two\r\nBcc: x@example.org", "three\u0085four", ""]);
  const subject = "{% if contact.note %}{{ contact.note }}{% else %}none{% endif %}";
  const id = await aSendingCampaign(test, { listIds: [listId], subject });
  const { run, taken } = anEngineOf(test);
  await run();
  expect(await messagesOf(test, id)).toEqual(["4 sent"]);
  const subjects = emails.map((email) => {
    const raw = taken.find(({ envelope }) => envelope.to === email)?.raw.toString() ?? "";
    return /^Subject: .*$/m.exec(raw)?.[0].trim();
  });
  expect(subjects).toEqual(["Subject: one", "Subject: two Bcc: x@example.org", "Subject: three four", "Subject: none"]);
});

it("fails only the message of a contact whose data exceeds the template's limits", async () => {
  const test = await company();
  const { listId, emails } = await people(
    test,
    Array.from({ length: 12 }, (_, n) => (n === 3 ? "slow" : "")),
  );
  const id = await aSendingCampaign(test, { listIds: [listId], html });
  const { run, takenFor } = anEngineOf(test);
  await run();
  expect(await messagesOf(test, id)).toEqual(["1 failed template", "11 sent"]);
  expect(takenFor(emails)).toEqual(emails.filter((_, n) => n !== 3));
});

it("defers a template that fails for several contacts, and continues with all other messages", async () => {
  const test = await company();
  const { listId } = await people(
    test,
    Array.from({ length: 9 }, (_, n) => (n < 3 ? "slow" : "")),
  );
  const id = await aSendingCampaign(test, { listIds: [listId], html });
  const { run } = anEngineOf(test);
  await run();
  expect(await messagesOf(test, id)).toEqual(["3 failed template", "6 queued template"]);
  endCooldown(test);
  await run();
  expect(await messagesOf(test, id)).toEqual(["3 failed template", "6 sent"]);
});

it("stops a campaign whose template keeps failing, and keeps untried messages", async () => {
  const test = await company();
  const { listId } = await people(
    test,
    Array.from({ length: 12 }, () => "slow"),
  );
  const id = await aSendingCampaign(test, { listIds: [listId], html });
  const { run } = anEngineOf(test);
  for (let round = 0; round < 3; round += 1) {
    await run();
    endCooldown(test);
  }
  expect(await test.api.ok("getCampaign", { params: { campaign_id: id } })).toMatchObject({
    status: "paused",
    progress: { holdReason: "template" },
  });
  expect(await messagesOf(test, id)).toEqual(["9 failed template", "3 queued template"]);
  const { items } = await test.api.ok("listNotifications");
  expect(items.map(({ type, params }) => [type, params])).toEqual([
    ["campaign_stopped", { campaignId: id, variantId: id, name: "Spring", reason: "template" }],
  ]);
});

it("records all outcomes, also when composing fails for one", async () => {
  const test = await company();
  const { listId, emails } = await people(test, ["", "", ""]);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  const { run } = anEngineOf(test, ({ envelope }) => {
    if (envelope.to === emails[1]) throw new Error("broken");
    return { outcome: "sent", response: "" };
  });
  await run();
  expect(await messagesOf(test, id)).toEqual(["2 sent", "1 unknown"]);
});

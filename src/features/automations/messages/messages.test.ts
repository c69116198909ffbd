import { describe, expect, it } from "vitest";
import {
  anEmailAutomation,
  anEmailEngine,
  aRun,
  emailsOf,
  passEmail,
  stepOver,
} from "../../../../tests/harness/factories/automation-emails.ts";
import { setStatus } from "../../../../tests/harness/factories/automations.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../../tests/harness/factories/orders.ts";
import type { RelayAnswer } from "../../../../tests/harness/factories/sending-campaigns.ts";
import { setAutomationUse } from "../../../../tests/harness/factories/templates.ts";
import { inTransaction } from "../../../context.ts";

const done = { kind: "passed", output: "next", result: "done" };
const skipped = (reason: string) => ({ kind: "passed", output: "next", result: "skipped", reason });

/** The delivery engine of tests also sends what earlier tests left behind. */
const createEngine = (test: TestCompany, contacts: readonly { email: string }[], answer?: RelayAnswer) => {
  const { run, takenFor, taken } = anEmailEngine(test, answer);
  return { run, taken, recipients: () => takenFor(contacts.map(({ email }) => email)) };
};

const listNotifications = async ({ ctx: { db } }: TestCompany) => [
  ...(await db.sql`select type, params from notification where tenant_id = ${db.tenantId} order by id`),
];

const readStatus = async ({ ctx: { db } }: TestCompany, { id }: { id: string }) => {
  const [row] = await db.sql<{ status: string }[]>`
    select status from automation where tenant_id = ${db.tenantId} and id = ${id}`;
  return row?.status;
};

describe("an e-mail node", () => {
  it("sends the published template to everybody who passes it", async () => {
    const test = await company();
    const automation = await anEmailAutomation(test);
    const jana = await test.aContact({ firstName: "Jana" });
    const petr = await test.aContact({ firstName: "Petr" });
    const { outcomes } = await passEmail(test, automation, [jana.id, petr.id]);
    expect(outcomes).toEqual([done, done]);
    const { run, taken, recipients } = createEngine(test, [jana, petr]);
    await run();
    expect(recipients()).toEqual([jana.email, petr.email]);
    const raw = taken.find(({ envelope }) => envelope.to === jana.email)?.raw.toString() ?? "";
    expect(raw).toContain("Subject: Hello Jano\r\n");
    expect(raw).toMatch(/^List-Unsubscribe: <.*\/u\//m);
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(await emailsOf(test, automation)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
    await run();
    expect(recipients()).toHaveLength(2);
  });

  it("sends its own preheader with the values of the contact, otherwise that of the template", async () => {
    const test = await company();
    const jana = await test.aContact({ firstName: "Jana" });
    const own = await anEmailAutomation(test, { config: { preheader: "A basket for {{df_name}}" } });
    const plain = await anEmailAutomation(test);
    await passEmail(test, own, [jana.id]);
    await passEmail(test, plain, [jana.id]);
    const { run, taken } = createEngine(test, [jana]);
    await run();
    const texts = taken.map(({ raw }) => raw.toString().replaceAll("=\r\n", "").replaceAll("=20", " "));
    const preheaders = texts.map((text) => /A basket for Jano|Soon/.exec(text)?.[0] ?? "");
    expect(preheaders.toSorted((left, right) => left.localeCompare(right))).toEqual(["A basket for Jano", "Soon"]);
  });

  it("sends each run of a contact its e-mail once", async () => {
    const test = await company();
    const automation = await anEmailAutomation(test);
    const contact = await test.aContact();
    const contactId = contact.id;
    const runs = [await aRun(test, automation, contactId), await aRun(test, automation, contactId)];
    const waitingRuns = runs.map((runId) => ({ runId, contactId }));
    const pass = () => inTransaction(test.ctx, (ctx) => stepOver(ctx, { test, automation }, waitingRuns));
    expect(await pass()).toEqual([done, done]);
    expect(await pass()).toEqual([done, done]);
    const { run, recipients } = createEngine(test, [contact]);
    await run();
    expect(recipients()).toHaveLength(2);
    expect(await emailsOf(test, automation)).toMatchObject([
      { contactId, ordinal: 1, state: "sent" },
      { contactId, ordinal: 2, state: "sent" },
    ]);
  });

  it("writes nothing when the step is rolled back, and once when it is repeated", async () => {
    const test = await company();
    const automation = await anEmailAutomation(test);
    const { id: contactId } = await test.aContact();
    const waitingRuns = [{ runId: await aRun(test, automation, contactId), contactId }];
    const killed = inTransaction(test.ctx, async (ctx) => {
      await stepOver(ctx, { test, automation }, waitingRuns);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await emailsOf(test, automation)).toEqual([]);
    await inTransaction(test.ctx, (ctx) => stepOver(ctx, { test, automation }, waitingRuns));
    expect(await emailsOf(test, automation)).toHaveLength(1);
  });

  it("skips who may not be mailed, with the reason of campaigns", async () => {
    const test = await company();
    const automation = await anEmailAutomation(test);
    const [reader, left, blocked, weak, removed] = [
      await test.aContact(),
      await test.aContact(),
      await test.aContact(),
      await test.aContact(),
      await test.aContact(),
    ];
    await test.api.ok("unsubscribeContact", { params: { id: left.id }, body: {} });
    await test.api.ok("blacklistContact", { params: { id: blocked.id }, body: {} });
    const { sql, tenantId } = test.ctx.db;
    await sql`update contact set consent_weak = true where tenant_id = ${tenantId} and id = ${weak.id}`;
    const runs: { contactId: string; runId: string }[] = [];
    for (const { id: contactId } of [reader, left, blocked, weak, removed])
      runs.push({ contactId, runId: await aRun(test, automation, contactId) });
    await test.api.ok("deleteContact", { params: { id: removed.id } });
    const outcomes = await inTransaction(test.ctx, (ctx) => stepOver(ctx, { test, automation }, runs));
    expect(outcomes).toEqual([
      done,
      skipped("unsubscribed"),
      skipped("blacklisted"),
      skipped("weak_consent"),
      skipped("removed"),
    ]);
    const { run, recipients } = createEngine(test, [reader, left, blocked, weak, removed]);
    await run();
    expect(recipients()).toEqual([reader.email]);
  });

  it("asks the gate again when the message is claimed", async () => {
    const test = await company();
    const automation = await anEmailAutomation(test);
    const [left, reader] = [await test.aContact(), await test.aContact()];
    await passEmail(test, automation, [left.id, reader.id]);
    await test.api.ok("unsubscribeContact", { params: { id: left.id }, body: {} });
    const { run, recipients } = createEngine(test, [left, reader]);
    await run();
    expect(recipients()).toEqual([reader.email]);
    expect(await emailsOf(test, automation)).toMatchObject([
      { contactId: left.id, state: "skipped", reason: "unsubscribed" },
      { contactId: reader.id, state: "sent", reason: null },
    ]);
  });

  it("sends nothing while the automation is paused, and once after it is active again", async () => {
    const test = await company();
    const automation = await anEmailAutomation(test);
    const contact = await test.aContact();
    await passEmail(test, automation, [contact.id]);
    await setStatus(test, automation, "paused");
    const { run, recipients } = createEngine(test, [contact]);
    await run();
    expect(recipients()).toEqual([]);
    await setStatus(test, automation, "active");
    await run();
    await run();
    expect(recipients()).toEqual([contact.email]);
  });
});

describe("an e-mail of a transactional automation", () => {
  const aCustomer = async (test: TestCompany) => {
    const contact = await test.aContact();
    const { sql, tenantId } = test.ctx.db;
    await sql`delete from consent where tenant_id = ${tenantId} and contact_id = ${contact.id}`;
    await sql`update contact set status = 'customer' where tenant_id = ${tenantId} and id = ${contact.id}`;
    const order = anOrder(test, {
      externalId: contact.id,
      email: contact.email,
      createdAt: test.clock.now().toISOString(),
    });
    await test.api.ok("recordOrders", { body: order });
    return contact;
  };
  const allowCustomers = ({ ctx: { db }, shopId }: TestCompany) => db.sql`
    update shop set customer_exception = true where tenant_id = ${db.tenantId} and id = ${shopId}`;

  it("also reaches customers of a shop whose customer exception is on", async () => {
    const test = await company();
    const automation = await anEmailAutomation(test, { transactional: true });
    const marketing = await anEmailAutomation(test);
    const customer = await aCustomer(test);
    const { id } = customer;
    expect((await passEmail(test, automation, [id])).outcomes).toEqual([skipped("customer")]);
    await allowCustomers(test);
    expect((await passEmail(test, marketing, [id])).outcomes).toEqual([skipped("customer")]);
    expect((await passEmail(test, automation, [id])).outcomes).toEqual([done]);
    const { run, recipients } = createEngine(test, [customer]);
    await run();
    expect(recipients()).toEqual([customer.email]);
  });

  it("reaches no customer who opted out or whose consent is weak", async () => {
    const test = await company();
    const automation = await anEmailAutomation(test, { transactional: true });
    await allowCustomers(test);
    const [left, weak] = [await aCustomer(test), await aCustomer(test)];
    await test.api.ok("unsubscribeContact", { params: { id: left.id }, body: {} });
    const { sql, tenantId } = test.ctx.db;
    await sql`update contact set consent_weak = true where tenant_id = ${tenantId} and id = ${weak.id}`;
    const { outcomes } = await passEmail(test, automation, [left.id, weak.id]);
    expect(outcomes).toEqual([skipped("unsubscribed"), skipped("weak_consent")]);
  });
});

it("sends what is published now, also by a worker that has sent the earlier content just before", async () => {
  const test = await company();
  const automation = await anEmailAutomation(test);
  const { id, templateId } = automation;
  await setAutomationUse(test, templateId, true, id);
  const contacts = [await test.aContact(), await test.aContact(), await test.aContact()];
  const { run, taken } = createEngine(test, contacts);
  const sentTo = async ({ id: contactId, email }: { id: string; email: string }) => {
    await passEmail(test, automation, [contactId]);
    await run();
    return taken.find(({ envelope }) => envelope.to === email)?.raw.toString() ?? "";
  };
  const [first, second, third] = contacts;
  if (first === undefined || second === undefined || third === undefined) throw new Error("no contacts");
  expect(await sentTo(first)).toContain("Sale");
  const params = { template_id: templateId };
  const { version } = await test.api.ok("getTemplate", { params });
  await test.api.ok("saveTemplateContent", { params, body: { html: "<p>Autumn</p>", baseVersion: version } });
  expect(await sentTo(second)).toContain("Sale");
  await test.api.ok("publishTemplate", { params });
  const raw = await sentTo(third);
  expect(raw).toContain("Autumn");
  expect(raw).not.toContain("Sale");
});

describe("an automation whose e-mail cannot be sent", () => {
  it("pauses itself when the template is gone and names the node", async () => {
    const test = await company();
    const automation = await anEmailAutomation(test);
    const contact = await test.aContact();
    await passEmail(test, automation, [contact.id]);
    const { sql, tenantId } = test.ctx.db;
    await sql`delete from content where tenant_id = ${tenantId} and owner_id = ${automation.templateId}`;
    const { run, recipients } = createEngine(test, [contact]);
    await run();
    await run();
    expect(recipients()).toEqual([]);
    expect(await readStatus(test, automation)).toBe("paused");
    expect(await listNotifications(test)).toEqual([
      {
        type: "automation_stopped",
        params: { automationId: automation.id, name: expect.any(String), node: "mail", reason: "template" },
      },
    ]);
    expect(await emailsOf(test, automation)).toMatchObject([{ state: "queued" }]);
  });

  it("pauses itself when the sender is not verified any more, and sends after the sender is back", async () => {
    const test = await company();
    const automation = await anEmailAutomation(test);
    const contact = await test.aContact();
    await passEmail(test, automation, [contact.id]);
    const { sql, tenantId } = test.ctx.db;
    const verify = (at: Date | null) =>
      sql`update sender set verified_at = ${at} where tenant_id = ${tenantId} and id = ${automation.senderId}`;
    await verify(null);
    const { run, recipients } = createEngine(test, [contact]);
    await run();
    expect(await readStatus(test, automation)).toBe("paused");
    expect(await listNotifications(test)).toMatchObject([{ params: { node: "mail", reason: "sender" } }]);
    await verify(test.clock.now());
    await setStatus(test, automation, "active");
    // The lease of the batch ends.
    test.clock.advance(21_000);
    await run();
    expect(recipients()).toEqual([contact.email]);
  });

  it("pauses itself when the relay rejects the sender, and nobody bounces", async () => {
    const test = await company();
    const automation = await anEmailAutomation(test);
    const { id } = await test.aContact();
    await passEmail(test, automation, [id]);
    const { run } = createEngine(test, [], () => ({
      outcome: "refused",
      kind: "permanent",
      stage: "mail",
      code: 550,
      response: "550 5.7.1 sender rejected",
      enhanced: "5.7.1",
    }));
    await run();
    expect(await readStatus(test, automation)).toBe("paused");
    expect(await listNotifications(test)).toMatchObject([
      { type: "automation_stopped", params: { node: "mail", reason: "relay", stage: "mail", code: "5.7.1" } },
    ]);
    expect(await emailsOf(test, automation)).toMatchObject([{ state: "queued" }]);
  });
});

import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import {
  aGraph,
  anActiveAutomation,
  enteredOf,
  paramsOf,
  startedBy,
} from "../../../../tests/harness/factories/automations.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { anImport } from "../../../../tests/harness/factories/imports.ts";
import { anOrder } from "../../../../tests/harness/factories/orders.ts";
import { aCampaignWithLinks } from "../../../../tests/harness/factories/tracked-messages.ts";
import type { NewJournalEntry } from "../../../journal/entry.ts";
import {
  actionFailed,
  couponUsed,
  emailClicked,
  emailOpened,
  formSubmitted,
  surveyAnswered,
} from "../../../journal/events.ts";
import { appendEntries } from "../../../journal/journal.ts";
import { addMs, hours, minutes } from "../../../kernel/local-time.ts";
import { recordEvent } from "../../events/service.ts";
import { insertVersion } from "../versions.queries.ts";

/** An active automation with this trigger; `entered` reads the journal and answers who is in. */
async function started(test: TestCompany, type: string, config: Record<string, unknown> = {}) {
  const automation = await anActiveAutomation(test, startedBy(type, config));
  return { automation, entered: () => readAndList(test, automation) };
}

async function readAndList(test: TestCompany, automation: { id: string }) {
  await test.runListeners();
  return enteredOf(test, automation);
}

const append = ({ ctx }: TestCompany, ...entries: NewJournalEntry[]) => appendEntries(ctx.db, entries);

/** A shop of the company other than the main one. */
async function anotherShop({ api }: TestCompany): Promise<string> {
  const body = { name: "Other shop", language: "sk", country: "SK", currencies: ["EUR"] };
  return (await api.ok("createShop", { body })).id;
}

describe("triggers about contacts", () => {
  it("let in created and subscribed contacts, once each", async () => {
    const test = await company();
    const created = await started(test, "contact_created");
    const subscribed = await started(test, "subscribed");
    const { id } = await test.aContact();
    expect(await created.entered()).toEqual([id]);
    expect(await subscribed.entered()).toEqual([id]);
    expect(await created.entered()).toEqual([id]);
  });

  it("let in contacts of the shop of the automation only", async () => {
    const test = await company();
    const { entered } = await started(test, "contact_created");
    await test.aContact({ shopId: await anotherShop(test) });
    const { id } = await test.aContact();
    expect(await entered()).toEqual([id]);
  });

  it("let in who unsubscribes", async () => {
    const test = await company();
    const { entered } = await started(test, "unsubscribed");
    const { id } = await test.aContact();
    await test.api.ok("unsubscribeContact", { params: { id }, body: {} });
    expect(await entered()).toEqual([id]);
  });

  it("let in who becomes a member of a list, also at creation", async () => {
    const test = await company();
    const [list, other] = [await test.aList(), await test.aList()];
    const { entered } = await started(test, "list_added", { listIds: [list.id] });
    const born = await test.aContact({ listIds: [list.id] });
    const added = await test.aContact();
    const elsewhere = await test.aContact({ listIds: [other.id] });
    const body = { contactIds: [added.id, born.id] };
    await test.api.ok("addListMembers", { params: { list_id: list.id }, body });
    expect(await entered()).toEqual([born.id, added.id]);
    await test.api.ok("addListMembers", { params: { list_id: list.id }, body: { contactIds: [elsewhere.id] } });
    expect(await entered()).toEqual([born.id, added.id, elsewhere.id]);
  });

  it("let in the contacts of an import only if it was asked for", async () => {
    const test = await company();
    const list = await test.aList();
    const byList = await started(test, "list_added", { listIds: [list.id] });
    const { entered } = await started(test, "subscribed");
    await anImport(test, { text: `email\n${anEmail()}\n${anEmail()}\n`, listIds: [list.id] });
    expect(await entered()).toEqual([]);
    await anImport(test, {
      text: `email\n${anEmail()}\n${anEmail()}\n${anEmail()}\n`,
      listIds: [list.id],
      runAutomations: true,
    });
    expect(await entered()).toHaveLength(3);
    expect(await byList.entered()).toHaveLength(3);
  });
});

describe("triggers about orders", () => {
  it("let in the buyer of a new order of the shop, of its state and of its payment", async () => {
    const test = await company();
    const created = await started(test, "order_created");
    const state = await started(test, "order_state", { states: ["vyrizeno"] });
    const paid = await started(test, "order_paid");
    const at = test.clock.now().toISOString();
    const { id: contactId, email } = await test.aContact();
    const order = anOrder(test, { email, createdAt: at, state: "Nová" });
    await test.api.call("recordOrders", { body: order });
    expect([await created.entered(), await state.entered(), await paid.entered()]).toEqual([[contactId], [], []]);
    await test.api.call("recordOrders", { body: { ...order, state: "Vyřízeno", paidAt: at } });
    expect([await created.entered(), await state.entered(), await paid.entered()]).toEqual([
      [contactId],
      [contactId],
      [contactId],
    ]);
  });

  it("ignore orders that are over 24 hours old, repeated, or of another shop", async () => {
    holdClock();
    const test = await company();
    const { automation, entered } = await started(test, "order_created", { reentry: "always" });
    const paid = await started(test, "order_paid");
    const record = (fields: Record<string, unknown>) => test.api.call("recordOrders", { body: anOrder(test, fields) });
    const old = addMs(test.clock.now(), -hours(24) - 1).toISOString();
    await record({ externalId: "old", createdAt: old, paidAt: old });
    const createdAt = addMs(test.clock.now(), -hours(24)).toISOString();
    await record({ externalId: "elsewhere", createdAt, shopId: await anotherShop(test) });
    expect(await entered()).toEqual([]);
    await record({ externalId: "new", createdAt });
    await record({ externalId: "new", createdAt });
    expect(await entered()).toHaveLength(1);
    expect(await enteredOf(test, automation)).toHaveLength(1);
    expect(await paid.entered()).toEqual([]);
  });
});

describe("triggers about events", () => {
  it("let in by name, conditions and shop", async () => {
    const test = await company();
    const conditions = [{ field: "items.0.price", operator: "gte", value: 100 }];
    const { entered } = await started(test, "event", { name: "wishlist", conditions, reentry: "always" });
    const { id: contactId } = await test.aContact();
    const event = { contactId, type: "custom", name: "wishlist", data: { items: [{ price: "120.50" }] } } as const;
    await recordEvent(test.ctx, event);
    await recordEvent(test.ctx, { ...event, shopId: test.shopId });
    expect(await entered()).toEqual([contactId, contactId]);
    await recordEvent(test.ctx, { ...event, name: "other" });
    await recordEvent(test.ctx, { ...event, data: { items: [{ price: 99 }] } });
    await recordEvent(test.ctx, { ...event, shopId: await anotherShop(test) });
    await recordEvent(test.ctx, { ...event, at: addMs(test.clock.now(), -hours(24) - 1).toISOString() });
    expect(await entered()).toHaveLength(2);
  });

  it("let in by the address of a visited page", async () => {
    const test = await company();
    const { entered } = await started(test, "page_visit", { url: "/boots", operator: "ends_with" });
    const [one, two] = [await test.aContact(), await test.aContact()];
    const visit = (contactId: string, url: string) =>
      recordEvent(test.ctx, { contactId, type: "page_visit", data: { url } });
    await visit(one.id, "https://shop.example/boots");
    await visit(two.id, "https://shop.example/boots?size=42");
    expect(await entered()).toEqual([one.id]);
  });
});

describe("triggers about e-mails", () => {
  const human = { verdict: "human", first: true };

  it("let in people who open a campaign for the first time", async () => {
    const test = await company();
    const campaignId = await aCampaignWithLinks(test, []);
    const { entered } = await started(test, "email_opened", { campaignId, reentry: "always" });
    const any = await started(test, "email_opened");
    const [one, two, three] = [await test.aContact(), await test.aContact(), await test.aContact()];
    const at = test.clock.now();
    const opened = (contactId: string, payload: object) =>
      emailOpened.entry({ contactId, at, payload: { campaignId, variantId: campaignId, ...payload } });
    await append(
      test,
      opened(one.id, human),
      opened(one.id, { verdict: "human", first: false }),
      opened(two.id, { verdict: "machine", first: false }),
      opened(three.id, { ...human, campaignId: "999999" }),
      emailClicked.entry({ contactId: two.id, at, payload: { ...human, campaignId, impliesOpen: true } }),
    );
    expect(await entered()).toEqual([one.id, two.id]);
    expect(await any.entered()).toEqual([one.id, three.id, two.id]);
  });

  it("let in people who click, or who click one link", async () => {
    const test = await company();
    const urls = ["https://shop.example/a", "https://shop.example/b?utm_source=mail"];
    const campaignId = await aCampaignWithLinks(test, urls);
    const any = await started(test, "email_clicked", { campaignId, reentry: "always" });
    const link = await started(test, "email_clicked", { campaignId, url: "https://shop.example/b" });
    const { id: contactId } = await test.aContact();
    const clicked = (payload: object) =>
      emailClicked.entry({
        contactId,
        at: test.clock.now(),
        payload: { campaignId, variantId: campaignId, verdict: "human", ...payload },
      });
    await append(test, clicked({ link: 1, first: true, firstOfLink: true }));
    expect(await link.entered()).toEqual([]);
    await append(
      test,
      clicked({ link: 2, first: false, firstOfLink: true }),
      clicked({ link: 2, first: false, firstOfLink: false }),
      clicked({ link: 2, first: true, firstOfLink: true, verdict: "machine" }),
    );
    expect(await link.entered()).toEqual([contactId]);
    expect(await any.entered()).toEqual([contactId]);
  });

  it("let in by the e-mail of an automation", async () => {
    const test = await company();
    const sender = await anActiveAutomation(test, startedBy("manual"));
    const { db } = test.ctx;
    const [source] = await db.sql<{ id: string }[]>`
      insert into automation_email_source (tenant_id, automation_id, node, ordinal)
      values (${db.tenantId}, ${sender.id}, 'mail', 2) returning id`;
    const campaignId = source?.id ?? "";
    const whole = await started(test, "email_opened", { automationId: sender.id });
    const node = await started(test, "email_opened", { automationId: sender.id, node: "mail" });
    const other = await started(test, "email_opened", { automationId: sender.id, node: "second" });
    const { id: contactId } = await test.aContact();
    await append(test, emailOpened.entry({ contactId, at: test.clock.now(), payload: { ...human, campaignId } }));
    expect([await whole.entered(), await node.entered(), await other.entered()]).toEqual([
      [contactId],
      [contactId],
      [],
    ]);
  });
});

describe("triggers about other features", () => {
  it("let in who answers the survey", async () => {
    const test = await company();
    const body = { name: "Spring", questions: [{ key: "why", type: "text", label: "Why?" }], active: true };
    const survey = await test.api.ok("createSurvey", { body });
    const { entered } = await started(test, "survey_answered", { surveyId: survey.id });
    const { id: contactId } = await test.aContact();
    const answered = (surveyId: string) =>
      surveyAnswered.entry({ contactId, at: test.clock.now(), payload: { surveyId, title: "" } });
    await append(test, answered("999999"));
    expect(await entered()).toEqual([]);
    await append(test, answered(survey.id));
    expect(await entered()).toEqual([contactId]);
  });

  it("let in by forms and coupons as soon as their entries exist", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, startedBy("manual"));
    const { db } = test.ctx;
    const graph = aGraph({ f: ["form_submitted", { formId: "7" }], c: ["coupon_used"] }, []);
    await insertVersion(db, automation.id, { version: 2, graph, authorId: null, createdAt: test.clock.now() });
    await db.sql`update automation set version = 2 where tenant_id = ${db.tenantId} and id = ${automation.id}`;
    const row = { tenantId: db.tenantId, automationId: automation.id, activeSince: test.clock.now() };
    await db.sql`
      insert into automation_trigger ${db.sql([
        { ...row, node: "f", type: "form_submitted", config: JSON.stringify({ formId: "7" }) },
        { ...row, node: "c", type: "coupon_used", config: "{}" },
      ])}`;
    const [one, two, three] = [await test.aContact(), await test.aContact(), await test.aContact()];
    const at = test.clock.now();
    await append(
      test,
      formSubmitted.entry({ contactId: one.id, at, payload: { formId: "7", title: "Form" } }),
      formSubmitted.entry({ contactId: two.id, at, payload: { formId: "8", title: "Form" } }),
      couponUsed.entry({ contactId: three.id, at, payload: { stackId: "1", title: "Spring" } }),
    );
    expect((await readAndList(test, automation)).toSorted()).toEqual([one.id, three.id].toSorted());
  });

  it("let in by an order with the code of a coupon", async () => {
    const test = await company();
    const { entered } = await started(test, "coupon_used");
    const stack = await test.api.ok("createCouponStack", { body: { name: "Spring", mergeKey: "spring" } });
    const params = { stack_id: stack.id };
    await test.api.ok("addCouponCodes", { params, body: { codes: ["A"] } });
    const contact = await test.aContact();
    await test.api.ok("assignCoupon", { params, body: { contactId: contact.id } });
    expect(await entered()).toEqual([]);
    const order = {
      shopId: test.shopId,
      externalId: "1",
      state: "Nová",
      currency: "CZK",
      total: "10",
      couponCode: "a",
    };
    await test.api.ok("recordOrders", { body: { ...order, email: contact.email } });
    expect(await entered()).toEqual([contact.id]);
  });

  it("let in after a failed action, except for failures behind the trigger itself", async () => {
    const test = await company();
    const graph = aGraph(
      { m: ["manual"], hook: ["goal", { name: "first" }], t: ["action_failed"], own: ["goal", { name: "second" }] },
      ["m hook", "t own"],
    );
    const automation = await anActiveAutomation(test, graph);
    const [one, two] = [await test.aContact(), await test.aContact()];
    const failed = (contactId: string, node: string) =>
      actionFailed.entry({
        contactId,
        at: test.clock.now(),
        payload: { automationId: automation.id, node, kind: "other" },
      });
    await append(test, failed(one.id, "hook"), failed(two.id, "own"));
    expect(await readAndList(test, automation)).toEqual([one.id]);
  });
});

describe("the reader of triggers", () => {
  it("starts nothing that happened before the activation or during a pause", async () => {
    const test = await company();
    const { automation, entered } = await started(test, "contact_created");
    const params = paramsOf(automation);
    await test.api.ok("pauseAutomation", { params });
    await test.aContact();
    test.clock.advance(minutes(1));
    await test.api.ok("activateAutomation", { params });
    expect(await entered()).toEqual([]);
    const { id } = await test.aContact();
    expect(await entered()).toEqual([id]);
  });

  it("starts nothing for a trigger that the graph got later", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, startedBy("manual"));
    await test.aContact();
    test.clock.advance(1);
    const graph = aGraph({ t: ["manual"], c: ["contact_created"], end: ["end"] }, ["t end", "c end"]);
    const body = { graph, baseVersion: 1, confirmRunning: true };
    await test.api.ok("saveAutomationGraph", { params: paramsOf(automation), body });
    const { id } = await test.aContact();
    expect(await readAndList(test, automation)).toEqual([id]);
  });

  it.each([
    ["sending is switched off", { sendingEnabled: false }, { sendingEnabled: true }],
    ["the company is held", { sendingHold: "unpaid" }, { sendingHold: "" }],
  ])("keeps entries while %s and makes up for them", async (_, off, on) => {
    const test = await company();
    const { entered } = await started(test, "contact_created");
    const { db } = test.ctx;
    const set = (columns: object) =>
      db.sql`update company set ${db.sql({ ...columns })} where tenant_id = ${db.tenantId}`;
    await set(off);
    const { id } = await test.aContact();
    expect(await entered()).toEqual([]);
    test.clock.advance(hours(48));
    await set(on);
    expect(await entered()).toEqual([id]);
  });

  it("skips unread entries of a company without active automations", async () => {
    const test = await company();
    await test.aContact();
    await test.runListeners();
    const { db } = test.ctx;
    const [row] = await db.sql<{ isPast: boolean }[]>`
      select (select (c.tx, c.id) >= (j.tx, j.id) from journal j where j.tenant_id = ${db.tenantId}
        order by j.tx desc, j.id desc limit 1) as is_past
      from journal_cursor c where c.tenant_id = ${db.tenantId} and c.reader = 'automations.triggers'`;
    expect(row).toEqual({ isPast: true });
  });
});

it("forgets the address of an erased contact in triggers too", async () => {
  const test = await company();
  const { id, email } = await test.aContact();
  const conditions = [{ field: "friend", operator: "eq", value: email }];
  await started(test, "event", { name: "invited", conditions });
  await test.api.ok("eraseContact", { params: { id }, body: { confirm: true } });
  const { db } = test.ctx;
  const rows = await db.sql`select config from automation_trigger where tenant_id = ${db.tenantId}`;
  expect(JSON.stringify([...rows])).not.toContain(email);
  expect(JSON.stringify([...rows])).toContain("invited");
});

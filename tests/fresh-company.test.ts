import { beforeAll, expect, it } from "vitest";
import { addMs } from "../src/kernel/local-time.ts";
import { company, type TestCompany } from "./harness/factories/company.ts";
import { anEngine, aSendingCampaign } from "./harness/factories/sending-campaigns.ts";
import { judgeAll, storeEvents } from "./harness/factories/judged-events.ts";
import { anImport } from "./harness/factories/imports.ts";
import { anOrder } from "./harness/factories/orders.ts";
import { browserUserAgent } from "./harness/factories/tracked-messages.ts";

/**
 * A company created a minute ago with thousands of contacts: the planner's statistics cover other companies only and
 * estimate no rows for it. A statement that then uses nested loops exceeds the test's timeout.
 */
const people = 12_000;
const some = 1000;

let own: TestCompany;
let listId: string;

const emailOf = (n: number) => `fresh${n}@example.com`;
const emails = Array.from({ length: some }, (_, index) => emailOf(1 + index * 7));

beforeAll(async () => {
  const other = await company();
  await other.aContact();
  await other.app.db.sql.unsafe("analyze");
  own = await company();
  ({ id: listId } = await own.aList());
  const text = `email\n${Array.from({ length: people }, (_, index) => emailOf(index + 1)).join("\n")}\n`;
  await anImport(own, { text, listIds: [listId] });
  await own.runActions();
});

it("is created completely", async () => {
  expect((await own.api.ok("listContacts")).total).toBe(people);
  await own.runListeners();
});

it("imports existing contacts", async () => {
  const text = `email;firstName\n${emails.map((email) => `${email};Jan`).join("\n")}\n`;
  const mapping = [["email", "email"] as const, ["firstName", "firstName"] as const];
  const { id } = await anImport(own, { text, mapping, listIds: [(await own.aList()).id] });
  await own.runActions();
  expect((await own.api.ok("getImport", { params: { import_id: id } })).result).toMatchObject({ updated: some });
});

it("accepts orders of existing contacts", async () => {
  const orders = emails.map((email, index) => anOrder(own, { email, externalId: `f${index}` }));
  await own.api.ok("recordOrders", { body: { orders } });
  expect((await own.api.ok("listOrders")).total).toBe(some);
});

it("adds contacts to lists, merges lists, and syncs those of its shop", async () => {
  const [one, two] = [await own.aList(), await own.aList()];
  const { sql } = own.ctx.db;
  const rows = await sql<{ id: string }[]>`
    select id from contact where tenant_id = ${own.tenantId} and email = any(${emails})`;
  const contactIds = rows.map(({ id }) => id);
  await own.api.ok("addListMembers", { params: { list_id: one.id }, body: { contactIds } });
  await own.api.ok("addListMembers", { params: { list_id: two.id }, body: { contactIds: contactIds.slice(1) } });
  const body = { listIds: [one.id, two.id, listId], name: "All", deleteSources: false };
  const { list } = await own.api.ok("mergeLists", { body });
  await own.api.ok("maintainShopLists", { body: { apply: true } });
  await own.runActions();
  expect((await own.api.ok("getList", { params: { list_id: list.id } })).counts.total).toBe(people);
  await own.runListeners();
});

it("sends to contacts, tracks and counts their reactions", async () => {
  const campaignId = await aSendingCampaign(own, { listIds: [listId] });
  const { run, takenFor } = anEngine(own);
  await run();
  expect(takenFor(emails)).toHaveLength(some);
  const { sql } = own.ctx.db;
  const rows = await sql<{ id: string }[]>`
    select id from contact where tenant_id = ${own.tenantId} and email = any(${emails}) order by id`;
  const seen = {
    tenantId: own.tenantId,
    campaignId,
    at: addMs(own.clock.now(), 60_000),
    method: "GET",
    agent: browserUserAgent,
    prefetch: false,
  };
  const events = rows.map(({ id }) => ({ ...seen, contactId: id, link: null, network: "203.0.113.0/24" }));
  await storeEvents(own.ctx.db, own.clock.now(), events);
  await judgeAll(own);
  await own.runListeners();
  const stats = await own.api.ok("getCampaignStats", { params: { campaign_id: campaignId } });
  expect(stats.totals).toMatchObject({ sent: people, uniqueOpens: some });
});

it("deletes contacts: by an import, and with their list", async () => {
  await anImport(own, { text: `email\n${emails.join("\n")}\n`, mode: "unsubscribe" });
  await own.runActions();
  const { id } = await own.aList();
  const text = `email\n${Array.from({ length: some * 3 }, (_, index) => `gone${index}@example.com`).join("\n")}\n`;
  await anImport(own, { text, listIds: [id] });
  await own.runActions();
  await own.api.ok("deleteList", { params: { list_id: id }, query: { mode: "with_contacts" } });
  await own.runActions();
  await own.runListeners();
  expect((await own.api.ok("listContacts")).total).toBe(people);
  expect((await own.api.ok("listContacts", { query: { status: "unsubscribed" } })).total).toBe(some);
});

import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { anImport } from "../../../../tests/harness/factories/imports.ts";
import { days } from "../../../kernel/local-time.ts";
import { findContactCountDifferences } from "../counts.sql.ts";
import { expireConsents } from "./expiry.queries.ts";

const endIn = ({ ctx: { db }, clock }: TestCompany, contactId: string, ms: number) => db.sql`
  update consent set valid_until = ${new Date(clock.now().getTime() + ms)}
  where tenant_id = ${db.tenantId} and contact_id = ${contactId}`;

async function bucketsOf({ api, ctx }: TestCompany, listId: string) {
  expect(await findContactCountDifferences(ctx.db)).toEqual([]);
  const { counts } = await api.ok("getList", { params: { list_id: listId } });
  return Object.fromEntries(Object.entries(counts.byBucket).filter(([, n]) => n > 0));
}

it("is over when its time is, before any job has marked it", async () => {
  const own = await company();
  const { api, clock, purposeId } = own;
  const { id } = await own.aContact();
  await endIn(own, id, days(1));
  const states = async () => (await api.ok("listContactPurposes", { params: { id } })).items.map(({ state }) => state);
  const body = { purposeId, consentConfirmed: true };
  expect(await states()).toEqual(["valid"]);
  expect((await api.call("addContactPurpose", { params: { id }, body })).status).toBe(200);
  clock.advance(days(1));
  expect(await states()).toEqual(["expired"]);
  expect((await api.ok("exportContact", { params: { id } })).consents).toMatchObject([{ state: "expired" }]);
  const [over] = (await api.ok("listContactPurposes", { params: { id } })).items;
  const params = { id, consentId: over?.id ?? "" };
  expect(await api.ok("withdrawContactPurpose", { params })).toMatchObject({ state: "expired" });
  expect((await api.call("addContactPurpose", { params: { id }, body })).status).toBe(201);
  expect(await states()).toEqual(["expired", "valid"]);
  expect(await api.ok("getContact", { params: { id } })).toMatchObject({ status: "subscribed", state: "active" });
});

it("makes a contact without another one unconfirmed, with all totals", async () => {
  const own = await company();
  const { api, clock, ctx, purposeId } = own;
  const list = await own.aList();
  const [over, renewed] = [await own.aContact({ listIds: [list.id] }), await own.aContact({ listIds: [list.id] })];
  await endIn(own, over.id, days(1));
  await endIn(own, renewed.id, days(1));
  clock.advance(days(1));
  const body = { purposeId, consentConfirmed: true };
  await api.ok("addContactPurpose", { params: { id: renewed.id }, body });
  expect(await bucketsOf(own, list.id)).toEqual({ active: 2 });
  expect(await expireConsents(ctx.db, clock.now())).toBe(2);
  expect(await bucketsOf(own, list.id)).toEqual({ active: 1, unconfirmed: 1 });
  expect(await api.ok("getContact", { params: { id: over.id } })).toMatchObject({
    status: "subscribed",
    state: "unconfirmed",
  });
  await api.ok("addContactPurpose", { params: { id: over.id }, body });
  expect(await bucketsOf(own, list.id)).toEqual({ active: 2 });
  expect(await expireConsents(ctx.db, clock.now())).toBe(0);
});

it("to another purpose alone leaves a contact unconfirmed, whichever way it came", async () => {
  const own = await company();
  const { api, purposeId } = own;
  const list = await own.aList();
  const other = await api.ok("createPurpose", { body: { name: "Recipes" } });
  const made = await own.aContact({ purposeId: other.id, listIds: [list.id] });
  expect(made).toMatchObject({ status: "subscribed", state: "unconfirmed", excluded: false });
  expect(await own.aContact({ purposeId: other.id })).toMatchObject({ state: "unconfirmed" });
  const text = "email\nimported@example.com\nboth@example.com\n";
  await anImport(own, { text, purposeId: other.id, listIds: [list.id] });
  expect(await bucketsOf(own, list.id)).toEqual({ unconfirmed: 3 });
  const query = { state: "unconfirmed", list: list.id, sort: "id" };
  const { items, total } = await api.ok("listContacts", { query });
  expect([items.map(({ status }) => status), total]).toEqual([["subscribed", "subscribed", "subscribed"], 3]);
  expect(await api.ok("listContacts", { query: { tab: "unconfirmed" } })).toMatchObject({ total: 4 });
  expect(await api.ok("listContacts", { query: { state: "active" } })).toMatchObject({ total: 0 });

  await anImport(own, { text: "email\nboth@example.com\n", purposeId });
  expect(await bucketsOf(own, list.id)).toEqual({ active: 1, unconfirmed: 2 });
  await api.ok("addContactPurpose", { params: { id: made.id }, body: { purposeId, consentConfirmed: true } });
  expect(await bucketsOf(own, list.id)).toEqual({ active: 2, unconfirmed: 1 });
});

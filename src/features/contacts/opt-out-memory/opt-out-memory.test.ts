import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { anImport } from "../../../../tests/harness/factories/imports.ts";
import { anOrder } from "../../../../tests/harness/factories/orders.ts";
import { findContactCountDifferences } from "../counts.sql.ts";
import { updateContact } from "../queries.ts";

const email = "eva@example.com";

async function extraPurpose({ api }: TestCompany): Promise<string> {
  return (await api.ok("createPurpose", { body: { name: "Recipes" } })).id;
}

async function withdraw({ api }: TestCompany, id: string, purposeId: string): Promise<void> {
  const { items } = await api.ok("listContactPurposes", { params: { id } });
  const consent = items.find((item) => item.purposeId === purposeId);
  await api.ok("withdrawContactPurpose", { params: { id, consentId: consent?.id ?? "" } });
}

const listConsents = async ({ api }: TestCompany, id: string) => {
  const { items, history } = await api.ok("listContactPurposes", { params: { id } });
  return {
    items: items.map(({ purposeId, state }) => [purposeId, state]),
    history: history.map(({ purposeId, action }) => [purposeId, action]),
  };
};

const savedOptOuts = ({ ctx: { db } }: TestCompany) =>
  db.sql`select kind, object_id from deleted_contact_opt_out where tenant_id = ${db.tenantId} order by kind, object_id`;

/** Opt-outs made before the contact was deleted. */
describe("an opt-out is kept after the contact is deleted", () => {
  it("of a purpose: a new consent to it is stored as withdrawn", async () => {
    const test = await company();
    const { api, aContact } = test;
    const purposeId = await extraPurpose(test);
    const first = await aContact({ email, purposeId });
    await withdraw(test, first.id, purposeId);
    await api.ok("deleteContact", { params: { id: first.id } });
    expect(await savedOptOuts(test)).toEqual([{ kind: "purpose", objectId: purposeId }]);

    const second = await aContact({ email, purposeId });
    expect(second).toMatchObject({ status: "customer", excluded: true, consentBasis: "none", consentAt: null });
    expect(await listConsents(test, second.id)).toEqual({
      items: [[purposeId, "withdrawn"]],
      history: [[purposeId, "refused"]],
    });
    expect(await savedOptOuts(test)).toEqual([]);
    expect(await findContactCountDifferences(test.ctx.db)).toEqual([]);
  });

  it("of a purpose: also when the contact is created for another purpose or by an order", async () => {
    const test = await company();
    const { api, aContact, purposeId: mainId } = test;
    const purposeId = await extraPurpose(test);
    const first = await aContact({ email });
    const body = { purposeId, consentConfirmed: true };
    await api.ok("addContactPurpose", { params: { id: first.id }, body });
    await withdraw(test, first.id, purposeId);
    await api.ok("deleteContact", { params: { id: first.id } });

    const second = await aContact({ email });
    expect(second.status).toBe("subscribed");
    const { items } = await listConsents(test, second.id);
    expect(Object.fromEntries(items)).toEqual({ [mainId]: "valid", [purposeId]: "withdrawn" });
    expect(await api.refused("addContactPurpose", { params: { id: second.id }, body })).toMatchObject({ status: 409 });
    await api.ok("deleteContact", { params: { id: second.id } });

    await api.ok("recordOrders", { body: anOrder(test, { email, externalId: "1" }) });
    const [third] = (await api.ok("listContacts")).items;
    expect(third?.status).toBe("customer");
    expect((await listConsents(test, third?.id ?? "")).items).toEqual([[purposeId, "withdrawn"]]);
  });

  it("of a list: the new contact cannot be added to it", async () => {
    const test = await company();
    const { api, aContact, aList } = test;
    const [left, other] = [await aList(), await aList()];
    const listIds = [left.id, other.id];
    const first = await aContact({ email, listIds });
    const params = { list_id: left.id };
    await api.ok("unsubscribeListMembers", { params, body: { contactIds: [first.id] } });
    await api.ok("deleteContact", { params: { id: first.id } });

    const second = await aContact({ email, listIds });
    const states = second.lists.map(({ listId, state }) => [listId, state]);
    expect(Object.fromEntries(states)).toEqual({ [left.id]: "unsubscribed", [other.id]: "confirmed" });
    expect((await api.ok("getList", { params: { list_id: left.id } })).counts).toMatchObject({
      total: 1,
      byBucket: { unsubscribed: 1 },
    });
    await api.ok("deleteContact", { params: { id: second.id } });

    const third = await aContact({ email });
    const added = await api.ok("addListMembers", { params, body: { contactIds: [third.id] } });
    expect(added).toMatchObject({ added: 0, skipped: 1 });
  });

  it("including a missing confirmation", async () => {
    const test = await company();
    const { api, aContact, ctx, purposeId } = test;
    const first = await aContact({ email });
    await updateContact(ctx.db, first.id, { status: "pending" });
    await api.ok("deleteContact", { params: { id: first.id } });
    const second = await aContact({ email });
    expect(second).toMatchObject({ status: "pending", state: "unconfirmed", excluded: true });
    expect(await listConsents(test, second.id)).toEqual({
      items: [[purposeId, "pending"]],
      history: [[purposeId, "requested"]],
    });
  });

  it("when an import creates the address again", async () => {
    const test = await company();
    const { api, aContact, aList } = test;
    const purposeId = await extraPurpose(test);
    const list = await aList();
    const first = await aContact({ email, purposeId, listIds: [list.id] });
    await withdraw(test, first.id, purposeId);
    await api.ok("unsubscribeListMembers", { params: { list_id: list.id }, body: { contactIds: [first.id] } });
    await api.ok("deleteContact", { params: { id: first.id } });
    await anImport(test, { text: `email\n${email}\nnew@example.com\n`, purposeId, listIds: [list.id] });
    const [second] = (await api.ok("listContacts", { query: { q: email } })).items;
    const contact = await api.ok("getContact", { params: { id: second?.id ?? "" } });
    expect(contact).toMatchObject({ status: "customer", source: "import", lists: [{ state: "unsubscribed" }] });
    expect((await listConsents(test, contact.id)).items).toEqual([[purposeId, "withdrawn"]]);
    expect((await api.ok("listContacts", { query: { status: "subscribed" } })).total).toBe(1);
  });

  it("when a list is deleted with its contacts", async () => {
    const test = await company();
    const { api, aContact, aList, runActions } = test;
    const purposeId = await extraPurpose(test);
    const list = await aList();
    const { id } = await aContact({ email, purposeId, listIds: [list.id] });
    await withdraw(test, id, purposeId);
    await api.ok("deleteList", { params: { list_id: list.id }, query: { mode: "with_contacts" } });
    await runActions();
    expect((await aContact({ email, purposeId })).status).toBe("customer");
  });
});

it("is not saved for a contact without opt-outs, or with a global one", async () => {
  const test = await company();
  const { api, aContact } = test;
  const [plain, gone] = [await aContact(), await aContact()];
  await api.ok("unsubscribeContact", { params: { id: gone.id } });
  for (const { id } of [plain, gone]) await api.ok("deleteContact", { params: { id } });
  expect(await savedOptOuts(test)).toEqual([]);
  expect((await aContact({ email: gone.email })).status).toBe("unsubscribed");
});

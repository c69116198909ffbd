import * as fc from "fast-check";
import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { findListSizeDifferences } from "../queries.ts";
import { runs } from "../../../../tests/harness/scope.ts";

const conflict = (message: string) => ({ status: 409, code: "conflict", message, params: {} });
const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });
const noBuckets = { active: 0, unconfirmed: 0, unsubscribed: 0, bounced: 0, complained: 0, blacklisted: 0 };

const getCounts = async ({ api }: TestCompany, listId: string) =>
  (await api.ok("getList", { params: { list_id: listId } })).counts;

it("adds contacts once and skips opted-out ones", async () => {
  const test = await company();
  const { api, aContact, aList } = test;
  const { id } = await aList();
  const [one, two, left, black] = [await aContact(), await aContact(), await aContact(), await aContact()];
  await api.ok("unsubscribeContact", { params: { id: left.id }, body: {} });
  await api.ok("blacklistContact", { params: { id: black.id }, body: {} });
  const params = { list_id: id };
  const contactIds = [one.id, two.id, left.id, black.id, one.id];
  expect(await api.ok("addListMembers", { params, body: { contactIds } })).toEqual({
    added: 2,
    alreadyMember: 0,
    skipped: 2,
  });
  expect(await api.ok("addListMembers", { params, body: { contactIds } })).toEqual({
    added: 0,
    alreadyMember: 2,
    skipped: 2,
  });
  expect(await getCounts(test, id)).toEqual({ total: 2, byBucket: { ...noBuckets, active: 2 } });
  const full = await api.ok("getContact", { params: { id: one.id } });
  expect(full.lists).toEqual([
    { listId: id, name: expect.any(String), state: "confirmed", changedAt: expect.any(String), listSize: 2 },
  ]);
  expect(full.recentActivities[0]?.type).toBe("list_added");
});

it("counts members by the status of their contacts", async () => {
  const test = await company();
  const { api, aContact, aList } = test;
  const { id } = await aList();
  const contacts = await Promise.all(Array.from({ length: 4 }, () => aContact({ listIds: [id] })));
  const [one, two, three, four] = contacts.map((contact) => contact.id);
  expect(await getCounts(test, id)).toEqual({ total: 4, byBucket: { ...noBuckets, active: 4 } });
  await api.ok("unsubscribeContact", { params: { id: one ?? "" }, body: {} });
  await api.ok("blacklistContact", { params: { id: two ?? "" }, body: {} });
  await api.ok("unsubscribeListMembers", { params: { list_id: id }, body: { contactIds: [three] } });
  expect(await getCounts(test, id)).toEqual({
    total: 4,
    byBucket: { ...noBuckets, active: 1, unsubscribed: 2, blacklisted: 1 },
  });
  await api.ok("deleteContact", { params: { id: four ?? "" } });
  await api.ok("eraseContact", { params: { id: one ?? "" }, body: { confirm: true } });
  expect(await getCounts(test, id)).toEqual({ total: 2, byBucket: { ...noBuckets, unsubscribed: 1, blacklisted: 1 } });
  expect(await findListSizeDifferences(test.ctx.db)).toEqual([]);
});

it("never resubscribes: a contact that left the list is skipped, also after being removed", async () => {
  const test = await company();
  const { api, aContact, aList } = test;
  const { id } = await aList();
  const contact = await aContact({ listIds: [id] });
  const other = await aContact();
  const input = { params: { list_id: id }, body: { contactIds: [contact.id, other.id] } };
  expect(await api.ok("unsubscribeListMembers", input)).toEqual({
    unsubscribed: 1,
    alreadyUnsubscribed: 0,
    notMember: 1,
  });
  expect(await api.ok("unsubscribeListMembers", input)).toEqual({
    unsubscribed: 0,
    alreadyUnsubscribed: 1,
    notMember: 1,
  });
  expect(await api.ok("previewMemberRemoval", input)).toEqual({ members: 0, unsubscribed: 1, notMember: 1 });
  const again = { params: { list_id: id }, body: { contactIds: [contact.id] } };
  const skipped = { added: 0, alreadyMember: 0, skipped: 1 };
  expect(await api.ok("addListMembers", again)).toEqual(skipped);
  expect(await api.ok("removeListMembers", again)).toEqual({ removed: 1, notMember: 0 });
  expect(await api.ok("removeListMembers", again)).toEqual({ removed: 0, notMember: 1 });
  expect(await api.ok("addListMembers", again)).toEqual(skipped);
  expect((await api.ok("getContact", { params: { id: contact.id } })).status).toBe("subscribed");
});

async function aRemovedMember() {
  const test = await company();
  const { api, aContact, aList } = test;
  const { id } = await aList();
  const contact = await aContact({ listIds: [id] });
  const input = { params: { list_id: id }, body: { contactIds: [contact.id] } };
  await api.ok("removeListMembers", input);
  return { test, id, contact, input };
}

it("adds a removed member again", async () => {
  const { test, id, input } = await aRemovedMember();
  const { api } = test;
  expect(await getCounts(test, id)).toEqual({ total: 0, byBucket: noBuckets });
  expect(await api.ok("addListMembers", input)).toEqual({ added: 1, alreadyMember: 0, skipped: 0 });
  expect(await getCounts(test, id)).toEqual({ total: 1, byBucket: { ...noBuckets, active: 1 } });
});

it("stores the unsubscription of a removed member", async () => {
  const { test, id, contact, input } = await aRemovedMember();
  const { api } = test;
  for (const _time of ["first", "second"]) {
    expect(await api.ok("unsubscribeListMembers", input)).toEqual({
      unsubscribed: 0,
      alreadyUnsubscribed: 0,
      notMember: 1,
    });
  }
  expect(await api.ok("addListMembers", input)).toEqual({ added: 0, alreadyMember: 0, skipped: 1 });
  expect(await getCounts(test, id)).toEqual({ total: 0, byBucket: noBuckets });
  const { items } = await api.ok("listActivities", { params: { id: contact.id } });
  expect(items.map(({ type }) => type).filter((type) => type === "list_unsubscribed")).toHaveLength(1);
  expect(await findListSizeDifferences(test.ctx.db)).toEqual([]);
});

it("adds a pending contact as an unconfirmed member", async () => {
  const test = await company();
  const { api, aContact, aList, ctx } = test;
  const { id } = await aList();
  const contact = await aContact();
  await ctx.db.sql`update contact set status = 'pending' where tenant_id = ${ctx.db.tenantId} and id = ${contact.id}`;
  await api.ok("addListMembers", { params: { list_id: id }, body: { contactIds: [contact.id] } });
  expect(await getCounts(test, id)).toEqual({ total: 1, byBucket: { ...noBuckets, unconfirmed: 1 } });
});

it("pages members, newest contacts first", async () => {
  const { api, aContact, aList } = await company();
  const { id } = await aList();
  const first = await aContact({ listIds: [id], lastName: "Žák" });
  const second = await aContact({ listIds: [id], lastName: "Adam" });
  const gone = await aContact({ listIds: [id] });
  await api.ok("removeListMembers", { params: { list_id: id }, body: { contactIds: [gone.id] } });
  const found = async (query: Record<string, unknown>) => {
    const page = await api.ok("listListMembers", { params: { list_id: id }, query });
    expect(page.total).toBe(page.items.length);
    return page.items.map((member) => member.id);
  };
  expect(await found({})).toEqual([second.id, first.id]);
  expect(await found({ sort: "-lastName" })).toEqual([first.id, second.id]);
  expect(await found({ q: "zak" })).toEqual([first.id]);
  expect(await found({ state: "removed" })).toEqual([gone.id]);
  expect(await found({ state: "confirmed", sort: "id" })).toEqual([first.id, second.id]);
  const [row] = (await api.ok("listListMembers", { params: { list_id: id } })).items;
  expect(row).toMatchObject({ memberState: "confirmed", addedAt: expect.any(String), changedAt: expect.any(String) });
});

it("filters contacts by a list and by not being in it", async () => {
  const { api, aContact, aList } = await company();
  const { id } = await aList();
  const inside = await aContact({ listIds: [id] });
  const outside = await aContact();
  const found = async (query: Record<string, unknown>) => {
    const { total, items } = await api.ok("listContacts", { query });
    expect(total).toBe(items.length);
    return items.map((contact) => contact.id);
  };
  expect(await found({ list: id })).toEqual([inside.id]);
  expect(await found({ list: id, listOp: "neq" })).toEqual([outside.id]);
  expect(await found({ list: id, q: "person" })).toEqual([inside.id]);
  expect(await found({ list: id, state: "blacklisted" })).toEqual([]);
});

it("refuses too many, none and unknown contacts", async () => {
  const { api, aList, aContact } = await company();
  const { id } = await aList();
  const contact = await aContact();
  for (const operation of ["addListMembers", "removeListMembers", "unsubscribeListMembers"] as const) {
    const refused = (contactIds: unknown) => api.refused(operation, { params: { list_id: id }, body: { contactIds } });
    expect(await refused([])).toEqual(refusal("contactIds"));
    expect(await refused(Array.from({ length: 1001 }, () => contact.id))).toEqual(refusal("contactIds"));
    expect(await refused([contact.id, "999999999"])).toEqual(refusal("contactIds"));
    expect(await refused(undefined)).toEqual(refusal("contactIds"));
  }
});

it("keeps lists of an e-shop locked", async () => {
  const { api, aContact, shopId } = await company();
  const contact = await aContact();
  await api.ok("maintainShopLists", { body: { shopId, apply: true } });
  const [list] = (await api.ok("listLists")).items;
  const params = { list_id: list?.id ?? "" };
  const body = { contactIds: [contact.id] };
  const locked = conflict("locked");
  expect(list).toMatchObject({ locked: true, manualMembers: false });
  expect(await api.refused("addListMembers", { params, body })).toEqual(locked);
  expect(await api.refused("previewMemberRemoval", { params, body })).toEqual(locked);
  expect(await api.refused("removeListMembers", { params, body })).toEqual(locked);
  expect(await api.refused("unsubscribeListMembers", { params, body })).toEqual(locked);
  expect(await api.refused("deleteList", { params })).toEqual(locked);
  expect(await api.refused("updateList", { params, body: { name: "Mine" } })).toEqual(locked);
  expect((await api.ok("updateList", { params, body: { note: "x" } })).note).toBe("x");
});

/** Sizes are exact after random sequences of membership changes, sequential and concurrent. */
it("keeps exact sizes for random changes, also concurrent ones", { timeout: 60_000 }, async () => {
  const kinds = ["add", "remove", "leave", "unsubscribe", "blacklist", "unblacklist", "delete"] as const;
  const step = fc.record({ kind: fc.constantFrom(...kinds), contact: fc.nat(5), list: fc.nat(1) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
      const test = await company();
      const { api, aContact, aList } = test;
      const lists = [await aList(), await aList()];
      const contacts = await Promise.all(
        Array.from({ length: 6 }, (_, index) => aContact({ listIds: index < 3 ? [lists[0]?.id] : [] })),
      );
      const run = ({ kind, contact, list }: { kind: (typeof kinds)[number]; contact: number; list: number }) => {
        const id = contacts[contact]?.id ?? "";
        const onList = { params: { list_id: lists[list]?.id ?? "" }, body: { contactIds: [id] } };
        if (kind === "add") return api.call("addListMembers", onList);
        if (kind === "remove") return api.call("removeListMembers", onList);
        if (kind === "leave") return api.call("unsubscribeListMembers", onList);
        if (kind === "unsubscribe") return api.call("unsubscribeContact", { params: { id }, body: {} });
        if (kind === "blacklist") return api.call("blacklistContact", { params: { id }, body: {} });
        if (kind === "unblacklist") return api.call("unblacklistContact", { params: { id } });
        return api.call("deleteContact", { params: { id } });
      };
      for (const round of rounds) {
        const answers = await Promise.all(round.map(run));
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      }
      expect(await findListSizeDifferences(test.ctx.db)).toEqual([]);
    }),
    { numRuns: runs(25) },
  );
});

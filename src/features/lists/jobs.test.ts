import { describe, expect, it } from "vitest";
import { failAction } from "../../../tests/harness/factories/actions.ts";
import { company, companyOfSmallVolumes, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { actionRunner, runAction, type ActionRunner } from "../../jobs/actions.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";
import { runListAutofill } from "./autofill.ts";
import { runListCopy, runListMerge } from "./jobs.ts";
import { deleteList, findListSizeDifferences } from "./queries.ts";

const conflict = (message: string) => ({ status: 409, code: "conflict", message, params: {} });
const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });

/** Inserts many contacts into a list without requests. */
async function fillList({ ctx: { db }, shopId }: TestCompany, listId: string, range: { from: number; to: number }) {
  await db.sql`
    insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, search, grams, name_key)
    select ${db.tenantId}, 'm' || i || '@example.com', sha256(('m' || i)::bytea), ${shopId}, 'subscribed', now(), 'test',
      now(), ' m', '{}', ''
    from generate_series(${range.from}::int, ${range.to}::int) as i on conflict do nothing`;
  await db.sql`
    with written as (
      insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
      select ${db.tenantId}, ${listId}, c.id, 'confirmed', now(), now(), c.created_at
      from contact c where c.tenant_id = ${db.tenantId} and c.source = 'test'
        and substring(c.email from '[0-9]+')::int between ${range.from} and ${range.to}
      returning contact_id
    )
    insert into list_count (tenant_id, list_id, bucket, shard, n)
    select ${db.tenantId}, ${listId}, 'active', contact_id % 8, count(*) from written group by 4
    on conflict (tenant_id, list_id, bucket, shard) do update set n = list_count.n + excluded.n`;
}

const statesIn = async ({ ctx: { db } }: TestCompany, listId: string) =>
  Object.fromEntries(
    (
      await db.sql<{ contactId: string; state: string }[]>`
        select contact_id, state from list_member where tenant_id = ${db.tenantId} and list_id = ${listId}`
    ).map(({ contactId, state }) => [contactId, state]),
  );

const notices = async ({ api }: TestCompany) =>
  (await api.ok("listNotifications")).items.map(({ type, params }) => ({ type, params }));

it("merges lists in the background; each contact keeps the most restrictive of its states", async () => {
  const test = await company();
  const { api, aList, aContact, runActions, shopId } = test;
  const [one, two] = [await aList({ shopId }), await aList({ shopId })];
  const both = [one.id, two.id];
  const [plain, left, removed, leftAndRemoved, onlyTwo] = await Promise.all(
    [both, both, both, both, [two.id]].map((listIds) => aContact({ listIds })),
  );
  const change = (operation: "removeListMembers" | "unsubscribeListMembers", id = "") =>
    api.ok(operation, { params: { list_id: one.id }, body: { contactIds: [id] } });
  await change("unsubscribeListMembers", left?.id);
  await change("removeListMembers", removed?.id);
  await change("unsubscribeListMembers", leftAndRemoved?.id);
  await change("removeListMembers", leftAndRemoved?.id);
  const { list, jobId } = await api.ok("mergeLists", { body: { listIds: both, name: "Both", deleteSources: false } });
  expect(list).toMatchObject({ name: "Both", shopId, counts: { total: 0 } });
  expect((await api.ok("listRunningActions")).items).toMatchObject([{ id: jobId, type: "list_merged", progress: 0 }]);
  await runActions();
  expect(await statesIn(test, list.id)).toEqual({
    [plain?.id ?? ""]: "confirmed",
    [left?.id ?? ""]: "unsubscribed",
    [leftAndRemoved?.id ?? ""]: "unsubscribed",
    [onlyTwo?.id ?? ""]: "confirmed",
  });
  expect(await findListSizeDifferences(test.ctx.db)).toEqual([]);
  expect(await notices(test)).toEqual([
    { type: "list_merged", params: { listId: list.id, name: "Both", sources: 2, members: 4, skipped: { removed: 1 } } },
  ]);
  const again = { params: { list_id: list.id }, body: { contactIds: [leftAndRemoved?.id] } };
  expect(await api.ok("addListMembers", again)).toMatchObject({ skipped: 1 });
});

it("deletes the merged lists with deleteSources, and resumes after a crash", async () => {
  const test = await companyOfSmallVolumes();
  const { api, aList, runActions } = test;
  const [one, two] = [await aList(), await aList()];
  // As in a new company: the planner has statistics of others, not of its rows, and must not use a nested loop.
  await test.app.db.sql.unsafe("analyze contact, list_member");
  await fillList(test, one.id, { from: 1, to: 110 });
  await fillList(test, two.id, { from: 106, to: 115 });
  const request = { listIds: [one.id, two.id], name: "Big", deleteSources: true };
  const { list, jobId } = await api.ok("mergeLists", { body: request });
  // The third batch writes nothing, and the batches before are not repeated.
  await runUntil(test, actionRunner(runListMerge), jobId, 3);
  expect((await api.ok("listRunningActions")).items).toMatchObject([{ type: "list_merged", progress: 13 }]);
  await runActions();
  expect((await api.ok("getList", { params: { list_id: list.id } })).counts.total).toBe(115);
  expect((await api.ok("listLists")).items.map(({ name }) => name)).toEqual(["Big"]);
  expect(await findListSizeDifferences(test.ctx.db)).toEqual([]);
});

/** Runs an action up to its step of that number, which fails after its work and is rolled back. */
async function runUntil({ ctx }: TestCompany, runner: ActionRunner, jobId: string, step: number): Promise<void> {
  let steps = 0;
  const falling: ActionRunner = {
    ...runner,
    advance: async (...args) => {
      steps += 1;
      const done = await runner.advance(...args);
      if (steps === step) throw new Error("killed");
      return done;
    },
  };
  await expect(runAction(ctx, [falling], jobId)).rejects.toThrow("killed");
}

it.each([true, false])("applies membership changes made during a merge (deleteSources %s)", async (deleteSources) => {
  const test = await company();
  const { api, aList, aContact, clock, runActions } = test;
  const [one, two] = [await aList(), await aList()];
  const outside = await aContact();
  const inBoth = () => aContact({ listIds: [one.id, two.id] });
  const [stays, leaves, removed, away, offAndOn] = [
    await inBoth(),
    await inBoth(),
    await inBoth(),
    await inBoth(),
    await aContact({ listIds: [one.id] }),
  ];
  const change = (
    operation: "addListMembers" | "removeListMembers" | "unsubscribeListMembers",
    listId: string,
    ...contacts: readonly { id: string }[]
  ) => api.ok(operation, { params: { list_id: listId }, body: { contactIds: contacts.map(({ id }) => id) } });
  await change("unsubscribeListMembers", one.id, away);
  await change("removeListMembers", one.id, offAndOn);
  clock.advance(60_000);
  const request = { listIds: [one.id, two.id], name: "Merged", deleteSources };
  const { list, jobId } = await api.ok("mergeLists", { body: request });
  // Contacts that the merge has not reached yet.
  expect(await change("addListMembers", list.id, away, offAndOn)).toMatchObject({ added: 2 });
  await runUntil(test, actionRunner(runListMerge), jobId, 2);
  // Contacts that the merge has passed.
  clock.advance(60_000);
  await change("unsubscribeListMembers", one.id, leaves);
  await change("removeListMembers", two.id, removed);
  await change("addListMembers", one.id, outside);
  await runActions();
  expect(await statesIn(test, list.id)).toEqual({
    [outside.id]: "confirmed",
    [stays.id]: "confirmed",
    [leaves.id]: "unsubscribed",
    [removed.id]: "removed",
    [away.id]: "unsubscribed",
    [offAndOn.id]: "confirmed",
  });
  expect(await change("addListMembers", list.id, leaves, away)).toMatchObject({ skipped: 2 });
  expect((await api.ok("listLists")).total).toBe(deleteSources ? 1 : 3);
  expect(await findListSizeDifferences(test.ctx.db)).toEqual([]);
  const params = { listId: list.id, name: "Merged", sources: 2, members: 5, skipped: { removed: 1 } };
  expect(await notices(test)).toEqual([{ type: "list_merged", params }]);
});

const used = (jobId: unknown, name = "list_merged") => ({
  ...conflict("used"),
  params: { by: [{ kind: "job", id: jobId, name }], jobIds: [jobId] },
});

it("prevents the deletion of lists used by a running copy", async () => {
  const test = await companyOfSmallVolumes();
  const { api, aList, runActions } = test;
  const [source, other] = [await aList({ name: "Large" }), await aList()];
  await fillList(test, source.id, { from: 1, to: 51 });
  const { id, jobId } = await api.ok("copyList", { params: { list_id: source.id }, body: {} });
  for (const mode of ["list", "with_contacts", "keep_used"]) {
    for (const list_id of [source.id, id]) {
      expect(await api.refused("deleteList", { params: { list_id }, query: { mode } })).toEqual(
        used(jobId, "list_copied"),
      );
    }
  }
  const merge = { listIds: [other.id, source.id], name: "Merged" };
  expect(await api.refused("mergeLists", { body: { ...merge, deleteSources: true } })).toEqual(
    used(jobId, "list_copied"),
  );
  await api.ok("mergeLists", { body: { ...merge, deleteSources: false } });
  await runActions();
  const sizes = (await api.ok("listLists")).items.map(({ name, counts }) => [name, counts.total]);
  expect(Object.fromEntries(sizes)).toMatchObject({ Large: 51, "Large 2": 51, Merged: 51 });
  expect((await api.call("deleteList", { params: { list_id: source.id } })).status).toBe(204);
});

it("refuses new work on lists that a merge is about to delete", async () => {
  const test = await companyOfSmallVolumes();
  const { api, aList, aContact, runActions } = test;
  const [one, two, three] = [await aList(), await aList(), await aList()];
  await aContact({ listIds: [two.id] });
  const request = (source: string, name: string) => ({ listIds: [source, two.id], name, deleteSources: true });
  const answers = await Promise.all([
    api.call("mergeLists", { body: request(one.id, "First") }),
    api.call("mergeLists", { body: request(three.id, "Second") }),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]));
  const [action] = (await api.ok("listRunningActions")).items;
  const refused = { ...request(three.id, "Third"), listIds: [one.id, two.id, three.id] };
  expect(await api.refused("mergeLists", { body: refused })).toEqual(used(action?.id));
  expect(await api.refused("mergeLists", { body: { ...refused, deleteSources: false } })).toEqual(used(action?.id));
  expect(await api.refused("deleteList", { params: { list_id: two.id } })).toEqual(used(action?.id));
  await fillList(test, two.id, { from: 1, to: 51 });
  expect(await api.refused("copyList", { params: { list_id: two.id }, body: {} })).toEqual(used(action?.id));
  await runActions();
  const sizes = (await api.ok("listLists")).items.map(({ counts }) => counts.total);
  expect(new Set(sizes)).toEqual(new Set([0, 52]));
});

it("fails if a source was deleted", async () => {
  const test = await companyOfSmallVolumes();
  const { api, aList, ctx } = test;
  const source = await aList();
  await fillList(test, source.id, { from: 1, to: 51 });
  const { jobId } = await api.ok("copyList", { params: { list_id: source.id }, body: {} });
  await deleteList(ctx.db, source.id);
  const runners = [actionRunner(runListCopy)];
  await expect(runAction(ctx, runners, jobId ?? "")).rejects.toThrow("list");
  expect(await notices(test)).toEqual([]);
  await failAction(ctx, runners, jobId ?? "");
  expect(await notices(test)).toEqual([{ type: "list_copied_failed", params: {} }]);
});

it("refuses an invalid merge", async () => {
  const test = await company();
  const { api, aList } = test;
  const [one, two] = [await aList({ name: "One" }), await aList()];
  const refused = (body: object) =>
    api.refused("mergeLists", { body: { listIds: [one.id, two.id], name: "New", deleteSources: false, ...body } });
  expect(await refused({ name: "ONE" })).toEqual(conflict("name_taken"));
  expect(await refused({ listIds: [one.id] })).toEqual(refusal("listIds"));
  expect(await refused({ listIds: [one.id, one.id] })).toEqual(refusal("listIds"));
  expect(await refused({ listIds: [one.id, "999999999"] })).toEqual(refusal("listIds.1"));
  expect(await refused({ deleteSources: undefined })).toEqual(refusal("deleteSources"));
  await api.ok("maintainShopLists", { body: { apply: true } });
  const bound = (await api.ok("listLists")).items.find(({ locked }) => locked);
  expect(await refused({ listIds: [one.id, bound?.id], deleteSources: true })).toEqual(conflict("locked"));
});

it("copies a list with its members, a large one in the background", async () => {
  const test = await companyOfSmallVolumes();
  const { api, aList, aContact, runActions } = test;
  const list = await aList({ name: "News", tags: ["a"], note: "n" });
  const contact = await aContact({ listIds: [list.id] });
  const left = await aContact({ listIds: [list.id] });
  await api.ok("unsubscribeListMembers", { params: { list_id: list.id }, body: { contactIds: [left.id] } });
  const small = await api.call("copyList", { params: { list_id: list.id }, body: {} });
  expect(small.status).toBe(201);
  expect(small.body).toMatchObject({ name: "News 2", tags: ["a"], note: "n", jobId: null, counts: { total: 2 } });
  const copied = (await api.ok("listLists", { query: { q: "News 2" } })).items[0];
  expect(await statesIn(test, copied?.id ?? "")).toEqual({ [contact.id]: "confirmed", [left.id]: "unsubscribed" });
  await fillList(test, list.id, { from: 1, to: 50 });
  const large = await api.call("copyList", { params: { list_id: list.id }, body: { name: "Large" } });
  expect(large.status).toBe(202);
  await runActions();
  expect((await api.ok("listLists", { query: { q: "Large" } })).items[0]?.counts.total).toBe(52);
  expect(await notices(test)).toMatchObject([{ type: "list_copied" }]);
  expect(await api.refused("copyList", { params: { list_id: list.id }, body: { name: "large" } })).toEqual(
    conflict("name"),
  );
  expect(await findListSizeDifferences(test.ctx.db)).toEqual([]);
});

it("finds a name for each of several concurrent copies", async () => {
  const { api, aList } = await company();
  const list = await aList({ name: "News" });
  const copies = Array.from({ length: 8 }, () => api.call("copyList", { params: { list_id: list.id }, body: {} }));
  expect((await Promise.all(copies)).map(({ status }) => status)).toEqual(copies.map(() => 201));
  const names = (await api.ok("listLists", { query: { sort: "name" } })).items.map(({ name }) => name);
  expect(names).toEqual(["News", ...copies.map((_, index) => `News ${index + 2}`)]);
});

it.each(["with_contacts", "keep_used"] as const)("deletes a list %s in the background", async (mode) => {
  const test = await company();
  const { api, aList, aContact, runActions, ctx } = test;
  const [list, other] = [await aList({ name: "Old" }), await aList()];
  const single = await aContact({ listIds: [list.id] });
  const shared = await aContact({ listIds: [list.id, other.id] });
  const recent = await aContact({ listIds: [list.id] });
  const left = await aContact({ listIds: [list.id] });
  await api.ok("unsubscribeContact", { params: { id: left.id }, body: {} });
  await ctx.db.sql`
    insert into contact_send_summary (tenant_id, contact_id, received_count, last_sent_at)
    values (${ctx.db.tenantId}, ${recent.id}, 1, now())`;
  const [deleted, kept] = mode === "keep_used" ? [2, 2] : [3, 1];
  const preview = await api.ok("previewListDeletion", { params: { list_id: list.id }, query: { mode } });
  expect(preview).toEqual({ members: 4, contactsDeleted: deleted, contactsKept: kept });
  const answer = await api.call("deleteList", { params: { list_id: list.id }, query: { mode } });
  expect(answer).toMatchObject({ status: 202, body: { jobId: expect.stringMatching(/^\d+$/) } });
  expect((await api.ok("listLists")).items.map(({ id }) => id)).toEqual([other.id]);
  await aList({ name: "Old" });
  await runActions();
  const there = new Set((await api.ok("listContacts")).items.map(({ id }) => id));
  expect(there).toEqual(new Set(mode === "keep_used" ? [shared.id, recent.id] : [recent.id]));
  expect(there.has(single.id)).toBe(false);
  expect((await api.ok("listSuppressions")).items).toMatchObject([{ email: left.email, reason: "unsubscribed" }]);
  const params = { listId: list.id, name: "Old", mode, contactsDeleted: deleted, contactsKept: kept };
  expect(await notices(test)).toEqual([{ type: "list_deleted", params }]);
  expect(await findListSizeDifferences(ctx.db)).toEqual([]);
  expect(await findContactCountDifferences(ctx.db)).toEqual([]);
});

it("keeps contacts of a segment, live or snapshot", async () => {
  const { api, aList, aContact, runActions, shopId } = await company();
  const list = await aList();
  const [live, snapshot, other] = await Promise.all(
    ["Alena", "Běla", "Cyril"].map((firstName) => aContact({ listIds: [list.id], firstName })),
  );
  const nameless = await aContact({ listIds: [list.id] });
  for (const [firstName, refresh] of [
    ["Alena", "daily"],
    ["Běla", "static"],
  ]) {
    const rule = { type: "field", field: "firstName", operator: "eq", value: firstName };
    const definition = { type: "group", match: "all", rules: [rule] };
    await api.ok("createSegment", { body: { name: firstName, shopId, refresh, definition } });
  }
  await api.call("deleteList", { params: { list_id: list.id }, query: { mode: "keep_used" } });
  await runActions();
  const there = new Set((await api.ok("listContacts")).items.map(({ id }) => id));
  expect(there).toEqual(new Set([live?.id, snapshot?.id]));
  expect(there.has(other?.id ?? "")).toBe(false);
  expect(there.has(nameless.id)).toBe(false);
});

/** Contacts as they were stored before names were derived on creation. */
const clearDerivedFields = ({ ctx: { db } }: TestCompany) => db.sql`
  update contact set name_day = null, vocative_first_name = null, vocative_last_name = null, salutation_formal = null,
    gender = case when 'gender' = any(edited_fields) then gender end,
    salutation = case when 'salutation' = any(edited_fields) then salutation end
  where tenant_id = ${db.tenantId}`;

it("fills only empty fields of members whose names are unambiguous", async () => {
  const test = await company();
  const { api, aList, aContact } = test;
  const { id } = await aList();
  const jana = await aContact({ listIds: [id], firstName: "Jana", lastName: "Nováková" });
  const petr = await aContact({ listIds: [id], firstName: "Petr", lastName: "Novák", salutation: "Ahoj Petře" });
  const cleared = await aContact({ listIds: [id], firstName: "Eva", lastName: "Malá", gender: "f" });
  await api.ok("updateContact", { params: { id: cleared.id }, body: { gender: null } });
  await aContact({ listIds: [id], firstName: "Xqz", lastName: "" });
  await clearDerivedFields(test);
  const report = await api.ok("autofillList", { params: { list_id: id } });
  expect(report).toMatchObject({
    members: 4,
    contacts: 3,
    jobId: null,
    fields: { gender: 2, nameDay: 3, salutation: 2 },
  });
  expect(await api.ok("getContact", { params: { id: jana.id } })).toMatchObject({
    gender: "f",
    nameDay: "05-24",
    vocativeFirstName: "Jano",
    salutationFormal: "Vážená paní Nováková,",
  });
  expect((await api.ok("getContact", { params: { id: petr.id } })).salutation).toBe("Ahoj Petře");
  expect((await api.ok("getContact", { params: { id: cleared.id } })).gender).toBe(null);
  expect(await api.ok("autofillList", { params: { list_id: id } })).toMatchObject({ contacts: 0 });
});

describe("autofill of a list with more members than a request fills", () => {
  const members = 21;

  async function aNamedList() {
    const test = await companyOfSmallVolumes();
    const { id } = await test.aList();
    await fillList(test, id, { from: 1, to: members });
    await test.ctx.db.sql`
      update contact set first_name = 'Jana', last_name = 'Nováková', language = 'cs'
      where tenant_id = ${test.ctx.db.tenantId}`;
    const answer = await test.api.call("autofillList", { params: { list_id: id } });
    expect(answer).toMatchObject({ status: 202, body: { members, jobId: expect.any(String) } });
    const [action] = (await test.api.ok("listRunningActions")).items;
    expect(answer.body).toEqual({ members, jobId: action?.id });
    return { test, id, jobId: action?.id ?? "" };
  }

  const filledMembers = async ({ ctx: { db } }: TestCompany) => {
    const [row] = await db.sql<{ n: number; entries: number }[]>`
      select (select count(*) from contact where tenant_id = ${db.tenantId} and gender = 'f')::int as n,
        (select count(*) from journal where tenant_id = ${db.tenantId} and type = 'contact_updated')::int as entries`;
    return row;
  };

  it("is done in the background and ends with the counts", async () => {
    const { test, id } = await aNamedList();
    expect(await filledMembers(test)).toEqual({ n: 0, entries: 0 });
    await test.runActions();
    expect(await notices(test)).toMatchObject([
      { type: "list_autofilled", params: { listId: id, contacts: members, fields: { gender: members } } },
    ]);
    await test.api.ok("autofillList", { params: { list_id: id } });
    await test.runActions();
    expect(await notices(test)).toMatchObject([{ params: { contacts: 0, fields: { gender: 0 } } }, {}]);
  });

  it("continues after its last batch if it is killed", async () => {
    const { test, id, jobId } = await aNamedList();
    await runUntil(test, actionRunner(runListAutofill), jobId, 2);
    expect(await filledMembers(test)).toEqual({ n: 10, entries: 10 });
    expect((await test.api.ok("listRunningActions")).items).toMatchObject([{ type: "list_autofilled", progress: 48 }]);
    await test.runActions();
    expect(await filledMembers(test)).toEqual({ n: members, entries: members });
    expect(await notices(test)).toMatchObject([{ params: { listId: id, contacts: members } }]);
  });
});

it("previews the deletion of a list alone without contacts, and none of another company", async () => {
  const [own, other] = [await company(), await company()];
  const list = await own.aList();
  await own.aContact({ listIds: [list.id] });
  const params = { list_id: list.id };
  expect(await own.api.ok("previewListDeletion", { params })).toEqual({
    members: 1,
    contactsDeleted: 0,
    contactsKept: 1,
  });
  expect(await other.api.refused("previewListDeletion", { params })).toMatchObject({ status: 404, message: "list" });
});

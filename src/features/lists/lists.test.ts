import { expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { dayAt } from "../../kernel/local-time.ts";
import { findListSizeDifferences } from "./queries.ts";

const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });
const conflict = (message: string) => ({ status: 409, code: "conflict", message, params: {} });
const notFound = { status: 404, code: "not_found", message: "list", params: {} };

const noBuckets = { active: 0, unconfirmed: 0, unsubscribed: 0, bounced: 0, complained: 0, blacklisted: 0 };

async function aShop({ api }: TestCompany, name = "Second shop") {
  return api.ok("createShop", { body: { name, language: "sk", country: "SK", currencies: ["EUR"] } });
}

it("creates a list with its defaults and answers all fields", async () => {
  holdClock();
  const { api, clock, shopId } = await company();
  const body = {
    name: " News ",
    publicName: "Novinky",
    shopId,
    notifyOnUnsubscribe: true,
    notifyOnAdd: false,
    note: "about",
    tags: ["VIP", "vip", "Zima"],
    senderEmail: "shop@example.com",
  };
  const answer = await api.call("createList", { body });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^\d+$/),
    name: "News",
    publicName: "Novinky",
    shopId,
    systemKind: null,
    locked: false,
    manualMembers: true,
    tags: ["vip", "Zima"],
    counts: { total: 0, byBucket: noBuckets },
    createdAt: clock.now().toISOString(),
    notifyOnUnsubscribe: true,
    notifyOnAdd: false,
    note: "about",
    signatureHtml: "",
    senderEmail: "shop@example.com",
    senderName: null,
    replyTo: null,
  });
});

it.each([
  [{ name: "" }, "name"],
  [{ name: "a\nb" }, "name"],
  [{ name: undefined }, "name"],
  [{ publicName: undefined }, "publicName"],
  [{ shopId: undefined }, "shopId"],
  [{ notifyOnAdd: "yes" }, "notifyOnAdd"],
  [{ note: undefined }, "note"],
  [{ shopId: "999999999" }, "shopId"],
  [{ senderEmail: "no address" }, "senderEmail"],
  [{ tags: ["a\nb"] }, "tags.0"],
])("refuses %j", async (fields, message) => {
  const { api } = await company();
  const body = {
    name: "L",
    publicName: "",
    shopId: null,
    notifyOnUnsubscribe: false,
    notifyOnAdd: false,
    note: "",
    ...fields,
  };
  expect(await api.refused("createList", { body })).toEqual(refusal(message));
});

it("keeps names unique, case-insensitively", async () => {
  const { api, aList } = await company();
  const { id } = await aList({ name: "News" });
  const other = await aList({ name: "Others" });
  const body = { name: "nEWS", publicName: "", shopId: null, notifyOnUnsubscribe: false, notifyOnAdd: false, note: "" };
  expect(await api.refused("createList", { body })).toEqual(conflict("name"));
  expect(await api.refused("updateList", { params: { list_id: other.id }, body: { name: "NEWS" } })).toEqual(
    conflict("name"),
  );
  expect((await api.ok("updateList", { params: { list_id: id }, body: { name: "NEWS", tags: [] } })).name).toBe("NEWS");
});

it("changes only the fields of the request", async () => {
  const { api, aList } = await company();
  const list = await aList({ tags: ["a"], note: "n", replyTo: "r@example.com" });
  const params = { list_id: list.id };
  const changed = await api.ok("updateList", { params, body: { note: null, unknown: 1 } });
  expect(changed).toEqual({ ...list, note: "" });
  expect(await api.ok("getList", { params })).toEqual(changed);
  expect(await api.refused("updateList", { params, body: { shopId: "999999999" } })).toEqual(refusal("shopId"));
});

it("is filtered, sorted and paged", async () => {
  const test = await company();
  const { api, aList, aContact, clock } = test;
  const second = await aShop(test);
  const czech = await aList({ name: "Čeština", publicName: "Naše novinky", tags: ["a", "b"] });
  clock.advance(86_400_000);
  const bound = await aList({ name: "Bound", shopId: second.id, tags: ["a"] });
  const contact = await aContact();
  await api.ok("addListMembers", { params: { list_id: bound.id }, body: { contactIds: [contact.id] } });
  const found = async (query: Record<string, unknown>) =>
    (await api.ok("listLists", { query })).items.map(({ name }) => name);
  expect(await found({})).toEqual(["Bound", "Čeština"]);
  expect(await found({ q: "CESTINA" })).toEqual(["Čeština"]);
  expect(await found({ q: "ou" })).toEqual([]);
  expect(await found({ shop: second.id })).toEqual(["Bound", "Čeština"]);
  expect(await found({ shop: test.shopId })).toEqual(["Čeština"]);
  expect(await found({ tag: "A" })).toEqual(["Bound", "Čeština"]);
  expect(await found({ tag: "b" })).toEqual(["Čeština"]);
  expect(await found({ publicName: "NOVINKY" })).toEqual(["Čeština"]);
  expect(await found({ idFrom: bound.id })).toEqual(["Bound"]);
  expect(await found({ idTo: czech.id })).toEqual(["Čeština"]);
  expect(await found({ createdTo: dayAt(new Date(czech.createdAt), "Europe/Prague") })).toEqual(["Čeština"]);
  expect(await found({ membersFrom: 1 })).toEqual(["Bound"]);
  expect(await found({ membersTo: 0 })).toEqual(["Čeština"]);
  expect(await found({ activeFrom: 1, activeTo: 5 })).toEqual(["Bound"]);
  expect(await found({ activeFrom: 1, activeTo: 2_147_483_647, idTo: "9999999999999999" })).toEqual(["Bound"]);
  expect(await found({ sort: "-name" })).toEqual(["Čeština", "Bound"]);
  expect(await found({ sort: "-members,name" })).toEqual(["Bound", "Čeština"]);
  expect(await api.ok("listLists", { query: { pageSize: 1, page: 2 } })).toMatchObject({
    total: 2,
    page: 2,
    pageSize: 1,
  });
  const twice = await api.call("listLists", { query: {} });
  expect(twice.status).toBe(200);
  for (const [query, message] of [
    [{ sort: "size" }, "sort"],
    [{ q: "x".repeat(201) }, "q"],
    [{ publicName: "x".repeat(201) }, "publicName"],
    [{ tag: "x".repeat(201) }, "tag"],
    [{ createdFrom: "yesterday" }, "createdFrom"],
    [{ idFrom: "99999999999999999999999" }, "idFrom"],
    [{ idTo: "x" }, "idTo"],
    [{ membersFrom: "99999999999" }, "membersFrom"],
    [{ membersTo: "2147483648" }, "membersTo"],
    [{ activeFrom: "-1" }, "activeFrom"],
    [{ activeTo: "9007199254740993000" }, "activeTo"],
  ] as const) {
    expect(await api.refused("listLists", { query })).toEqual(refusal(message));
  }
});

it("adds and removes tags of lists in bulk", async () => {
  const { api, aList } = await company();
  const [one, two] = [await aList({ tags: ["a"] }), await aList()];
  const ids = [one.id, two.id];
  expect(await api.ok("tagLists", { body: { ids, add: ["b"], remove: ["A"] } })).toEqual({
    objects: 2,
    added: 2,
    removed: 1,
  });
  expect((await api.ok("getList", { params: { list_id: one.id } })).tags).toEqual(["b"]);
  expect(await api.ok("tagLists", { body: { ids: [two.id], tags: ["c"] } })).toEqual({
    objects: 1,
    added: 1,
    removed: 1,
  });
  expect((await api.ok("getList", { params: { list_id: two.id } })).tags).toEqual(["c"]);
  expect(await api.refused("tagLists", { body: { ids } })).toEqual(refusal("tags"));
  expect(await api.refused("tagLists", { body: { ids: ["999999999"], add: ["a"] } })).toEqual(refusal("ids"));
  expect(await api.refused("tagLists", { body: { add: ["a"] } })).toEqual(refusal("ids"));
});

it("neither shows nor accepts data of another company", async () => {
  const [mine, other] = await Promise.all([company(), company()]);
  const foreign = await other.aList();
  const contact = await other.aContact();
  const own = await mine.aList();
  const params = { list_id: foreign.id };
  const contactIds = [contact.id];
  expect(await mine.api.refused("getList", { params })).toEqual(notFound);
  expect(await mine.api.refused("updateList", { params, body: { note: "x" } })).toEqual(notFound);
  expect(await mine.api.refused("deleteList", { params })).toEqual(notFound);
  expect(await mine.api.refused("copyList", { params, body: {} })).toEqual(notFound);
  expect(await mine.api.refused("autofillList", { params })).toEqual(notFound);
  expect(await mine.api.refused("listListMembers", { params })).toEqual(notFound);
  expect(await mine.api.refused("addListMembers", { params, body: { contactIds } })).toEqual(notFound);
  expect(await mine.api.refused("previewMemberRemoval", { params, body: { contactIds } })).toEqual(notFound);
  const toMine = { params: { list_id: own.id }, body: { contactIds } };
  expect(await mine.api.refused("addListMembers", toMine)).toEqual(refusal("contactIds"));
  expect(await mine.api.refused("previewMemberRemoval", toMine)).toEqual(refusal("contactIds"));
  const merge = { name: "Merged", deleteSources: false, listIds: [own.id, foreign.id] };
  expect(await mine.api.refused("mergeLists", { body: merge })).toEqual(refusal("listIds.1"));
  expect(await mine.api.refused("tagLists", { body: { ids: [foreign.id], add: ["a"] } })).toEqual(refusal("ids"));
  const foreignList = {
    email: anEmail(),
    purposeId: mine.purposeId,
    consentConfirmed: true,
    listIds: [own.id, foreign.id],
  };
  expect(await mine.api.refused("createContact", { body: foreignList })).toEqual(refusal("listIds.1"));
  expect(await mine.api.refused("listContacts", { query: { list: foreign.id } })).toEqual(refusal("list"));
  expect((await mine.api.ok("listLists")).total).toBe(1);
  expect(await findListSizeDifferences(mine.ctx.db)).toEqual([]);
});

it("deletes a list without its contacts at once", async () => {
  const { api, aList, aContact } = await company();
  const list = await aList({ tags: ["a"] });
  const contact = await aContact({ listIds: [list.id] });
  const params = { list_id: list.id };
  expect((await api.call("deleteList", { params })).status).toBe(204);
  expect(await api.refused("getList", { params })).toEqual(notFound);
  expect((await api.ok("getContact", { params: { id: contact.id } })).lists).toEqual([]);
  expect(await api.refused("deleteList", { params, query: { mode: "all" } })).toEqual(refusal("mode"));
});

it.each(["list", "keep_used"])("deletes a list (%s) while contacts are added to it", async (mode) => {
  const test = await company();
  const { api, aList, purposeId } = test;
  for (let round = 0; round < 5; round += 1) {
    const { id } = await aList();
    const body = () => ({ email: anEmail(), purposeId, consentConfirmed: true, listIds: [id] });
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => api.call("createContact", { body: body() })),
      api.call("deleteList", { params: { list_id: id }, query: { mode } }),
      ...Array.from({ length: 4 }, () => api.call("createContact", { body: body() })),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => ![201, 202, 204, 400].includes(status))).toEqual([]);
  }
  await test.runActions();
  expect(await findListSizeDifferences(test.ctx.db)).toEqual([]);
});

it("keeps the formatting of a signature and removes scripts", async () => {
  const { api, aList } = await company();
  const dirty = '<p style="color:red" onclick="x()">Team <a href="javascript:x()">web</a></p><script>x()</script>';
  const clean = '<p style="color:red">Team <a rel="noopener noreferrer">web</a></p>';
  const { id, signatureHtml } = await aList({ signatureHtml: dirty });
  expect(signatureHtml).toBe(clean);
  const change = async (text: string | null) =>
    (await api.ok("updateList", { params: { list_id: id }, body: { signatureHtml: text } })).signatureHtml;
  expect(await change(` ${dirty}<b>1</b> `)).toBe(`${clean}<b>1</b>`);
  expect(await change(null)).toBe("");
});

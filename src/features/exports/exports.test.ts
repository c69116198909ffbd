import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { failAction } from "../../../tests/harness/factories/actions.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { actionRunner, runAction } from "../../jobs/actions.ts";
import { days } from "../../kernel/local-time.ts";
import { expireExports, runExport } from "./jobs.ts";

const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });
const input = { name: "Všichni", selection: "all", fields: ["email"], encoding: "utf-8" };

const create = ({ api }: TestCompany, body: object = {}) => api.ok("createExport", { body: { ...input, ...body } });

/** Runs the export as a worker does. */
async function work({ api, ctx }: TestCompany): Promise<void> {
  for (const { id } of (await api.ok("listRunningActions")).items) {
    await runAction(ctx, [actionRunner(runExport)], id);
  }
}

async function exported(test: TestCompany, body: object = {}) {
  const { id } = await create(test, body);
  await work(test);
  return { id, text: await downloaded(test, id) };
}

async function downloaded({ api }: TestCompany, id: string): Promise<unknown> {
  const { status, body } = await api.call("downloadExport", { params: { export_id: id } });
  expect(status).toBe(200);
  return body;
}

async function aList({ ctx: { db }, clock }: TestCompany, name: string): Promise<string> {
  const [row] = await db.sql<{ id: string }[]>`
    insert into list (tenant_id, name, public_name, note, created_at, search)
    values (${db.tenantId}, ${name}, ${name}, '', ${clock.now()}, ${name}) returning id`;
  return row?.id ?? "";
}

async function join({ ctx: { db }, clock }: TestCompany, listId: string, contactId: string, state = "confirmed") {
  await db.sql`
    insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
    select tenant_id, ${listId}, id, ${state}, ${clock.now()}, ${clock.now()}, created_at
    from contact where tenant_id = ${db.tenantId} and id = ${contactId}`;
}

const storedParts = async ({ ctx: { db } }: TestCompany) =>
  (await db.sql`select from stored_file_part where tenant_id = ${db.tenantId}`).length;

it("lists the fields, custom fields by name", async () => {
  const { api } = await company();
  const field = await api.ok("createCustomField", { body: { name: "Velikost", type: "select", options: ["S"] } });
  const { items } = await api.ok("listExportFields");
  expect(items.slice(0, 2)).toEqual([
    { field: "email", name: "email", type: "text", importable: true },
    { field: "firstName", name: "firstName", type: "text", importable: true },
  ]);
  expect(items.map((item) => item.field)).toEqual(
    expect.arrayContaining([
      "id",
      "status",
      "state",
      "consentAt",
      "engagement",
      "createdAt",
      "source",
      "tags",
      "lists",
    ]),
  );
  expect(items.at(-1)).toEqual({
    field: `customFields.${field.id}`,
    name: "Velikost",
    type: "text",
    importable: true,
  });
});

it("is queued, then ready for a week, and announced by a notification", async () => {
  holdClock();
  const test = await company();
  const { api, clock } = test;
  await test.aContact({ email: "a@example.com" });
  const at = clock.now().toISOString();
  const answer = await api.call("createExport", { body: { ...input, name: " Všichni " } });
  const queued = {
    id: expect.stringMatching(/^\d+$/),
    ...input,
    delimiter: ",",
    bom: false,
    listIds: [],
    purposeIds: [],
    status: "queued",
    rows: 0,
    size: 0,
    createdAt: at,
    finishedAt: null,
    expiresAt: null,
  };
  expect(answer).toMatchObject({ status: 201, body: queued });
  const [{ id } = { id: "" }] = (await api.ok("listExports")).items;
  expect(await api.refused("downloadExport", { params: { export_id: id } })).toEqual({
    status: 409,
    code: "conflict",
    message: "status",
    params: {},
  });
  expect((await api.ok("listRunningActions")).items).toMatchObject([
    { type: "export_ready", state: "queued", params: { exportId: id } },
  ]);
  await work(test);
  const ready = {
    ...queued,
    id,
    status: "ready",
    rows: 1,
    size: 22,
    finishedAt: at,
    expiresAt: new Date(clock.now().getTime() + days(7)).toISOString(),
  };
  expect(await api.ok("getExport", { params: { export_id: id } })).toEqual(ready);
  expect(await api.ok("listExports")).toEqual({ items: [ready], total: 1, page: 1, pageSize: 25 });
  expect((await api.ok("listNotifications")).items).toMatchObject([
    { type: "export_ready", params: { exportId: id, name: "Všichni", rows: 1, size: 22 } },
  ]);
  const download = await api.call("downloadExport", { params: { export_id: id } });
  expect(download).toMatchObject({ status: 200, body: "email\r\na@example.com\r\n" });
  expect(download.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="Vsichni.csv"; filename*=UTF-8''V%C5%A1ichni.csv`,
    "content-length": "22",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
});

it("writes values as an import reads them, in the requested order", async () => {
  holdClock();
  const test = await company();
  const { api, clock } = test;
  const make = (name: string, type: string, options?: string[]) =>
    api.ok("createCustomField", { body: { name, type, ...(options === undefined ? {} : { options }) } });
  const size = await make("Size", "select", ["S, small", "L"]);
  const likes = await make("Likes", "multiselect", ["tea", "cake"]);
  const [since, points, member, story] = await Promise.all([
    make("Since", "date"),
    make("Points", "number"),
    make("Member", "bool"),
    make("Story", "textarea"),
  ]);
  const contact = await test.aContact({
    email: "eva@example.com",
    firstName: "Eva",
    birthday: "1990-02-03",
    nameDay: "12-24",
    note: 'said "hi",\nthen left',
    customFields: {
      [size.id]: size.options[0]?.id,
      [likes.id]: likes.options.map(({ id }) => id),
      [since.id]: "2020-01-31",
      [points.id]: -12.5,
      [member.id]: false,
      [story.id]: " two\r\nlines ",
    },
  });
  await test.aContact({ email: "nobody@example.com" });
  for (const name of ["vip", "B2B"]) {
    const { id } = await api.ok("createLabel", { body: { name } });
    await api.ok("assignLabel", { params: { label_id: id }, body: { kind: "contact", add: [contact.id] } });
  }
  const listId = await aList(test, "News");
  await join(test, listId, contact.id);
  await join(test, await aList(test, "Left"), contact.id, "removed");
  const custom = [size, likes, since, points, member, story].map(({ id }) => `customFields.${id}`);
  const { text } = await exported(test, {
    fields: ["tags", "email", "birthday", "nameDay", "note", "lists", "createdAt", "consentWeak", ...custom],
  });
  const at = clock.now().toISOString();
  expect(text).toBe(
    [
      `tags,email,birthday,nameDay,note,lists,createdAt,consentWeak,${custom.join(",")}`,
      `"B2B|vip",eva@example.com,1990-02-03,12-24,"said ""hi"",\nthen left",News,${at},false,"S, small","tea|cake",2020-01-31,-12.5,false,"two\r\nlines"`,
      `,nobody@example.com,,,,,${at},false,,,,,,`,
      "",
    ].join("\r\n"),
  );
});

it("writes the state as of now when a consent has ended and is not marked yet", async () => {
  const test = await company();
  const { db } = test.ctx;
  const { id } = await test.aContact({ email: "eva@example.com" });
  await db.sql`
    update consent set valid_until = ${test.clock.now()} where tenant_id = ${db.tenantId} and contact_id = ${id}`;
  const { text } = await exported(test, { fields: ["email", "state"] });
  expect(text).toBe("email,state\r\neva@example.com,unconfirmed\r\n");
});

it("writes windows-1250, with question marks for missing characters", async () => {
  const test = await company();
  await test.aContact({ firstName: "Žluťoučký 🐎 Ж" });
  const { id } = await create(test, { fields: ["firstName"], encoding: "windows-1250" });
  await work(test);
  const { rawPayload, headers } = await test.server.inject({
    url: `/api/v1/tenants/${test.tenant}/exports/${id}/download`,
    headers: { authorization: `Bearer ${test.apiKey}` },
  });
  expect(headers["content-type"]).toBe("text/csv; charset=windows-1250; header=present");
  expect(new TextDecoder("windows-1250").decode(rawPayload)).toBe("firstName\r\nŽluťoučký ?? ?\r\n");
});

describe("selection", () => {
  it("selects bounced, blacklisted and all contacts", async () => {
    const test = await company();
    const { api, ctx } = test;
    await test.aContact({ email: "plain@example.com" });
    const bounced = await test.aContact({ email: "bounced@example.com" });
    const black = await test.aContact({ email: "black@example.com" });
    await ctx.db.sql`
      update contact set status = 'bounced' where tenant_id = ${ctx.db.tenantId} and id = ${bounced.id}`;
    await api.ok("blacklistContact", { params: { id: black.id }, body: {} });
    const texts = [];
    for (const selection of ["bounced", "blacklisted", "all"]) texts.push((await exported(test, { selection })).text);
    expect(texts).toEqual([
      "email\r\nbounced@example.com\r\n",
      "email\r\nblack@example.com\r\n",
      "email\r\nplain@example.com\r\nbounced@example.com\r\nblack@example.com\r\n",
    ]);
  });

  it("selects members of lists once, without removed ones", async () => {
    const test = await company();
    const [first, second, third, removed] = await Promise.all(
      ["a", "b", "c", "d"].map((name) => test.aContact({ email: `${name}@example.com` })),
    );
    const [one, two] = [await aList(test, "One"), await aList(test, "Two")];
    await join(test, one, first?.id ?? "");
    await join(test, one, second?.id ?? "", "unsubscribed");
    await join(test, two, first?.id ?? "");
    await join(test, two, removed?.id ?? "", "removed");
    const { text } = await exported(test, { selection: "lists", listIds: [one, two] });
    expect(String(text).split("\r\n").toSorted()).toEqual(["", "a@example.com", "b@example.com", "email"]);
    expect(third?.email).toBe("c@example.com");
  });

  it("selects only contacts with a valid consent to one of the purposes", async () => {
    const test = await company();
    const { api, ctx } = test;
    const valid = await test.aContact({ email: "valid@example.com" });
    const over = await test.aContact({ email: "over@example.com" });
    await test.aContact({ email: "other@example.com" });
    const { id: purposeId } = await api.ok("createPurpose", { body: { name: "Surveys" } });
    for (const { id } of [valid, over]) {
      await api.ok("addContactPurpose", { params: { id }, body: { purposeId, consentConfirmed: true } });
    }
    await ctx.db.sql`
      update consent set valid_until = ${test.clock.now()}
      where tenant_id = ${ctx.db.tenantId} and contact_id = ${over.id} and purpose_id = ${purposeId}`;
    expect((await exported(test, { purposeIds: [purposeId] })).text).toBe("email\r\nvalid@example.com\r\n");
  });

  it.each([";", "\t"])("is written with the delimiter %j and a byte order mark", async (delimiter) => {
    const test = await company();
    await test.aContact({ email: "a@example.com", firstName: "Jan; Eva", lastName: "a,b" });
    const body = { fields: ["email", "firstName", "lastName"], delimiter, bom: true };
    const { id, text } = await exported(test, body);
    const lines = [["email", "firstName", "lastName"], ["a@example.com", '"Jan; Eva"', '"a,b"'], []];
    expect(text).toBe(`\ufeff${lines.map((line) => line.join(delimiter)).join("\r\n")}`);
    expect(await test.api.ok("getExport", { params: { export_id: id } })).toMatchObject({ delimiter, bom: true });
  });

  it("writes the header alone for nobody", async () => {
    const test = await company();
    expect((await exported(test, { fields: ["email", "id"] })).text).toBe("email,id\r\n");
  });
});

describe("an invalid request", () => {
  it.each([
    ["name", { name: "  " }],
    ["name", { name: undefined }],
    ["selection", { selection: "some" }],
    ["encoding", { encoding: "latin2" }],
    ["delimiter", { delimiter: "|" }],
    ["bom", { bom: "yes" }],
    ["bom", { bom: true, encoding: "windows-1250" }],
    ["fields", { fields: [] }],
    ["fields.1", { fields: ["email", "password"] }],
    ["fields.0", { fields: ["toString"] }],
    ["fields.1", { fields: ["email", "email"] }],
    ["fields.0", { fields: ["customFields.999999"] }],
    ["listIds", { selection: "lists" }],
    ["listIds", { selection: "lists", listIds: [] }],
    ["listIds.0", { selection: "lists", listIds: ["999999"] }],
    ["listIds.0", { listIds: ["x"] }],
    ["purposeIds.0", { purposeIds: ["999999"] }],
  ])("is refused with the path %s: %j", async (field, body) => {
    const { api } = await company();
    expect(await api.refused("createExport", { body: { ...input, ...body } })).toEqual(refusal(field));
    expect((await api.ok("listExports")).total).toBe(0);
  });

  it("does not see or export another company's data", async () => {
    const [own, other] = await Promise.all([company(), company()]);
    const listId = await aList(other, "Theirs");
    const field = await other.api.ok("createCustomField", { body: { name: "Theirs", type: "text" } });
    const { id } = await exported(other);
    const params = { export_id: id };
    const notFound = { status: 404, code: "not_found", message: "export", params: {} };
    expect(await own.api.refused("getExport", { params })).toEqual(notFound);
    expect(await own.api.refused("downloadExport", { params })).toEqual(notFound);
    const asking = (body: object) => own.api.refused("createExport", { body: { ...input, ...body } });
    expect(await asking({ selection: "lists", listIds: [listId] })).toEqual(refusal("listIds.0"));
    expect(await asking({ purposeIds: [other.purposeId] })).toEqual(refusal("purposeIds.0"));
    expect(await asking({ fields: [`customFields.${field.id}`] })).toEqual(refusal("fields.0"));
  });

  it("requires full scope to create and to download", async () => {
    const test = await company();
    const { id } = await exported(test);
    const reader = await test.apiWith({ scope: "read" });
    const scope = { status: 403, code: "forbidden", message: "scope", params: {} };
    expect(await reader.refused("downloadExport", { params: { export_id: id } })).toEqual(scope);
    expect(await reader.refused("createExport", { body: input })).toEqual(scope);
    expect((await reader.ok("listExports")).total).toBe(1);
  });
});

it("pages, sorts and searches", async () => {
  const test = await company();
  const { api } = test;
  for (const name of ["Bílá", "čtvrtá", "Alfa"]) await create(test, { name });
  const names = async (query: object) =>
    (await api.ok("listExports", { query: { ...query } })).items.map(({ name }) => name);
  expect(await names({})).toEqual(["Alfa", "čtvrtá", "Bílá"]);
  expect(await names({ sort: "name" })).toEqual(["Alfa", "Bílá", "čtvrtá"]);
  expect(await names({ sort: "-id", pageSize: 1, page: 2 })).toEqual(["čtvrtá"]);
  expect(await names({ q: "BILA" })).toEqual(["Bílá"]);
  expect(await names({ status: "ready" })).toEqual([]);
  expect(await api.refused("listExports", { query: { sort: "id,-id" } })).toEqual(refusal("sort"));
  expect(await api.refused("listExports", { query: { sort: "size" } })).toEqual(refusal("sort"));
});

it("loses its file after a week and keeps its record", async () => {
  holdClock();
  const test = await company();
  const { api, clock, app } = test;
  await test.aContact();
  const { id } = await exported(test);
  const params = { export_id: id };
  clock.advance(days(7) - 1);
  await downloaded(test, id);
  clock.advance(1);
  const expired = { status: 410, code: "expired", message: "export", params: {} };
  expect(await api.refused("downloadExport", { params })).toEqual(expired);
  expect(await api.ok("getExport", { params })).toMatchObject({ status: "expired", rows: 1 });
  expect((await api.ok("listExports", { query: { status: "expired" } })).total).toBe(1);
  await expireExports(app.db, clock.now());
  expect(await storedParts(test)).toBe(0);
  expect(await api.refused("downloadExport", { params })).toEqual(expired);
  expect(await api.ok("getExport", { params })).toMatchObject({ status: "expired", rows: 1 });
});

it("fails after the last attempt", async () => {
  const test = await company();
  const { api, ctx } = test;
  const { id } = await create(test);
  const [action] = (await api.ok("listRunningActions")).items;
  await failAction(ctx, [actionRunner(runExport)], action?.id ?? "");
  expect(await api.ok("getExport", { params: { export_id: id } })).toMatchObject({ status: "failed" });
  expect(await api.refused("downloadExport", { params: { export_id: id } })).toMatchObject({ status: 409 });
  expect((await api.ok("listNotifications")).items).toMatchObject([{ type: "export_ready_failed" }]);
});

it("exports the contacts that the filters of the list show, and of those only the chosen ones", async () => {
  const one = await company();
  const found = [await one.aContact({ lastName: "Nová" }), await one.aContact({ lastName: "Novák" })];
  const gone = await one.aContact({ lastName: "Nováček" });
  await one.api.ok("unsubscribeContact", { params: { id: gone.id } });
  await one.aContact({ lastName: "Dvořák" });
  const filters = { q: "nov", tab: "active" };
  const all = await exported(one, { filters });
  expect(all.text).toBe(`email\r\n${found.map(({ email }) => `${email}\r\n`).join("")}`);
  expect(await one.api.ok("getExport", { params: { export_id: all.id } })).toMatchObject({ filters, rows: 2 });
  const chosen = await exported(one, { filters, contactIds: [gone.id, found[1]?.id] });
  expect(chosen.text).toBe(`email\r\n${found[1]?.email}\r\n`);
  const unknown = (filter: Record<string, string>) =>
    one.api.refused("createExport", { body: { ...input, filters: filter } });
  expect(await unknown({ list: "999999" })).toMatchObject(refusal("filters.list"));
  expect(await unknown({ shop: "999999" })).toMatchObject(refusal("filters.shop"));
});

it("forgets the address of an erased person in the filters of an export", async () => {
  const one = await company();
  const { id, email } = await one.aContact();
  const { id: export_id } = await exported(one, { filters: { q: email, tab: "active" } });
  await one.api.ok("eraseContact", { params: { id }, body: { confirm: true } });
  const { filters } = await one.api.ok("getExport", { params: { export_id } });
  expect(filters).toEqual({ q: "erased@invalid", tab: "active" });
});

it("answers chosen fields of contacts as exports write them", async () => {
  const one = await company();
  const { api } = one;
  const field = await api.ok("createCustomField", { body: { name: "Velikost", type: "select", options: ["S"] } });
  const custom = `customFields.${field.id}`;
  const { id } = await one.aContact({ city: "Brno", customFields: { [field.id]: field.options[0]?.id } });
  const listId = await aList(one, "Fair");
  await join(one, listId, id);
  const other = await company();
  const foreign = await other.aContact();
  const fields = ["city", "lists", "phone", custom].join();
  expect(await api.ok("listContactValues", { query: { ids: `${id},${foreign.id}`, fields } })).toEqual({
    items: [{ id, values: { city: "Brno", lists: "Fair", [custom]: "S" } }],
  });
  const refused = (query: Record<string, string>) => api.refused("listContactValues", { query });
  expect(await refused({ ids: id, fields: "city,fingerprint" })).toMatchObject(refusal("fields"));
  expect(await refused({ ids: "x", fields: "city" })).toMatchObject(refusal("ids"));
});

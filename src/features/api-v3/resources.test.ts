import { readFileSync } from "node:fs";
import { Value } from "typebox/value";
import { beforeAll, describe, expect, it } from "vitest";
import { aCampaign, addCampaignMessages } from "../../../tests/harness/factories/campaign-events.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { request } from "../../../tests/harness/servers/api-client.ts";
import { recordBounce } from "../bounces/service.ts";
import { operations } from "../../registry/registry.ts";

type Json = Record<string, unknown>;
type Listed = { status: string; meta: unknown; data: Json[] };

const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../tests/fixtures/v3/${name}.json`, import.meta.url), "utf8"));

const base = "http://127.0.0.1:8080";

/** The company of the examples. */
async function exampleCompany() {
  const own = await company();
  const { api, ctx } = own;
  const { sql, tenantId } = ctx.db;
  const list = (body: Json) => own.aList({ note: null, publicName: null, ...body });
  const sender = { senderName: "Shop", senderEmail: "shop@example.com", replyTo: "shop@example.com" };
  const newsletter = await list({ name: "Newsletter", publicName: "Novinky", ...sender });
  const vip = await list({
    name: "VIP",
    note: "note",
    signatureHtml: "<p>Shop</p>",
    notifyOnAdd: true,
    notifyOnUnsubscribe: true,
    ...sender,
  });
  const cities = await api.ok("createCustomField", {
    body: { name: "Cities", type: "multiselect", options: ["Praha", "Brno"] },
  });
  const greeting = await api.ok("createCustomField", { body: { name: "Greeting", type: "text" } });
  const jana = await own.aContact({
    email: "jana@example.com",
    firstName: "Jana",
    lastName: "Nováková",
    salutation: "Jano",
    country: "CZ",
    language: "cs",
    birthday: "1990-05-17",
    nameDay: "05-24",
    gender: "f",
    listIds: [newsletter.id],
    customFields: { [cities.id]: cities.options.map(({ id }) => id), [greeting.id]: "Hello world" },
  });
  const petr = await own.aContact({
    email: "petr+x@example.sk",
    firstName: "Petr",
    lastName: null,
    salutation: null,
    language: "sk",
    gender: "m",
    listIds: [newsletter.id, vip.id],
  });
  const bounced = await own.aContact({ email: "bounce@example.com", language: "cs" });
  const campaignId = await aCampaign(own);
  await addCampaignMessages(own, campaignId, [{ contactId: bounced.id, sentAt: new Date() }]);
  const bounce = { kind: "hard", code: "5.1.1", response: "550 5.1.1 User unknown", at: "later" } as const;
  await recordBounce(ctx, { campaignId, contactId: bounced.id }, bounce);
  await api.ok("blacklistContact", { params: { id: petr.id } });
  const local = (time: string) => sql`${time}::timestamp at time zone 'Europe/Prague'`;
  await sql`
    update contact set created_at = ${local("2026-03-01 09:15:00")}, vocative_first_name = null, salutation_formal = null,
      updated_at = case when id = ${jana.id} then ${local("2026-04-02 10:00:00")} end,
      salutation = case when id = ${jana.id} then 'Jano' end, name_day = case when id = ${jana.id} then '05-24' end,
      soft_bounces = case when id = ${bounced.id} then 3 else 0 end
    where tenant_id = ${tenantId}`;
  await sql`
    update list_member set added_at = ${local("2026-03-01 09:15:00")}, changed_at = ${local("2026-03-01 09:15:00")}
    where tenant_id = ${tenantId}`;
  await sql`
    update list_member set state = 'unsubscribed', changed_at = ${local("2026-03-05 08:00:00")}
    where tenant_id = ${tenantId} and contact_id = ${petr.id} and list_id = ${newsletter.id}`;
  await sql`
    update list_member set state = 'removed', changed_at = ${local("2026-03-06 08:00:00")}
    where tenant_id = ${tenantId} and contact_id = ${petr.id} and list_id = ${vip.id}`;
  await sql`update list set created_at = ${local("2026-01-10 08:00:00")} where tenant_id = ${tenantId} and id = ${newsletter.id}`;
  await sql`update list set created_at = ${local("2026-02-10 08:00:00")} where tenant_id = ${tenantId} and id = ${vip.id}`;
  // Lists of the shop come with the company.
  await sql`update list set deleted_at = now() where tenant_id = ${tenantId} and system_kind is not null`;
  const ids: Record<number, number> = {};
  const known = { 1: jana, 2: petr, 3: bounced, 11: newsletter, 12: vip, 4: cities, 8: greeting };
  for (const [key, { id }] of Object.entries(known)) ids[Number(key)] = Number(id);
  const optionIds: Record<number, number> = {
    12: Number(cities.options[0]?.id),
    15: Number(cities.options[1]?.id),
  };
  return { own, ids, optionIds };
}

let own: TestCompany;
let ids: Record<number, number>;
let optionIds: Record<number, number>;

beforeAll(async () => {
  ({ own, ids, optionIds } = await exampleCompany());
});

const get = async (path: string, { apiKey }: { apiKey: string } = own) => {
  const headers = { authorization: `Bearer ${apiKey}` };
  const { status, body } = await request(own.server, { method: "GET", url: `/api/v3/${path}`, headers });
  return { status, body };
};

const isListed = (body: unknown): body is Listed =>
  typeof body === "object" && body !== null && "data" in body && Array.isArray(body.data);

async function getRows(path: string): Promise<Json[]> {
  const { body } = await get(path);
  if (!isListed(body)) throw new Error(`${path} answered ${JSON.stringify(body)}`);
  return body.data;
}

/** The example with the ids of this company. */
const expectedMembership = (row: Json) => ({
  ...row,
  id: expect.any(Number),
  contact_id: ids[Number(row["contact_id"])],
  contactlist_id: ids[Number(row["contactlist_id"])],
});
const expectedValue = (row: Json) => ({
  ...row,
  id: expect.any(Number),
  contact_id: ids[Number(row["contact_id"])],
  customfield_id: ids[Number(row["customfield_id"])],
  customfield_options_id: optionIds[Number(row["customfield_options_id"])] ?? null,
});
const expectedContact = ({
  contactlists,
  customfields,
  ...row
}: Json & { contactlists: Json[]; customfields?: Json[] }) => {
  const id = ids[Number(row["id"])];
  const url =
    "customfields_url" in row ? { customfields_url: `${base}/api/v3/contact-customfields?contact_id=${id}` } : {};
  return {
    ...row,
    id,
    guid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    contactlists: contactlists.map(expectedMembership),
    ...(customfields === undefined ? {} : { customfields: customfields.map(expectedValue) }),
    ...url,
  };
};

describe("contacts", () => {
  it.each([
    ["contacts", "contacts.list.200"],
    ["contacts?expand=customfields&limit=500", "contacts.list.expand-customfields.200"],
    ["contacts?expand=customfield_options&surprise=1&sort=", "contacts.list.200"],
  ])("of %s have the shape of the example", async (path, name) => {
    const { status, body } = await get(path);
    const shown = example(name);
    expect({ status, body }).toEqual({ status: 200, body: { ...shown, data: shown.data.map(expectedContact) } });
    const keys = isListed(body) ? body.data.map((row) => Object.keys(row)) : [];
    expect(keys).toEqual(shown.data.map((row: Json) => Object.keys(row)));
    const schema = operations.find((operation) => operation.name === "listContactsV3")?.answers[200];
    expect(schema === undefined || schema === null || Value.Check(schema, body)).toBe(true);
  });

  it.each([
    ["", "contacts.get.200"],
    ["?expand=customfields", "contacts.get.expand-customfields.200"],
    ["?limit=500&offset=0&sort=x", "contacts.get.200"],
  ])("alone, with %s, have the shape of the example", async (query, name) => {
    const { status, body } = await get(`contacts/${ids[1]}${query}`);
    const shown = example(name);
    expect({ status, body }).toEqual({ status: 200, body: { ...shown, data: expectedContact(shown.data) } });
  });

  it("alone have the selected properties in their order", async () => {
    const path = `contacts/${ids[1]}`;
    const { data } = Object((await get(`${path}?select=surname,%20id,emailaddress`)).body);
    const whole = Object((await get(path)).body).data;
    expect(Object.entries(data)).toEqual(["surname", "id", "emailaddress"].map((name) => [name, whole[name]]));
    const expanded = Object((await get(`${path}?select=customfields&expand=customfields`)).body).data;
    expect(Object.keys(expanded)).toEqual(["customfields"]);
    expect(await get(`${path}?select=nonsense`)).toMatchObject({
      status: 422,
      body: { message: "Validation failed: select" },
    });
    const [list] = await getRows("contactlists?select=id,name");
    const one = await get(`contactlists/${String(list?.["id"])}?select=name`);
    expect(Object(one.body).data).toEqual({ name: list?.["name"] });
  });

  it("have different ids for memberships and values", async () => {
    const rows = await getRows("contacts?expand=customfields");
    const inner = rows
      .flatMap((row) => [row["contactlists"], row["customfields"]].flat())
      .map((each) => Object(each).id);
    expect(inner).toHaveLength(6);
    expect(inner.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
    const guids = rows.map((row) => row["guid"]);
    expect(new Set(guids).size).toBe(3);
  });

  it("have the selected properties in the order asked", async () => {
    const name = "contacts.list.select-id-name-emailaddress.limit-1.sort-minus-id.200";
    const shown = example(name);
    for (const select of ["id,name,emailaddress", "id%2Cname%2C%20emailaddress,"]) {
      const { body } = await get(`contacts?select=${select}&limit=1&sort=-id`);
      expect(body).toEqual({ ...shown, data: [{ ...shown.data[0], id: ids[3] }] });
    }
    const [row = {}] = await getRows("contacts?select=name,created_at,id&limit=1");
    expect(Object.keys(row)).toEqual(["name", "created_at", "id"]);
    expect(await getRows("contacts?select=customfields&limit=1")).toEqual([{}]);
    expect(await getRows("contacts?select=id,customfields&expand=customfields&sort=-emailaddress&limit=1")).toEqual([
      { id: ids[2], customfields: [] },
    ]);
  });

  it.each([
    ["emailaddress=petr%2Bx%40example.sk", [2]],
    ["emailaddress=petr+x@example.sk", [2]],
    ["emailaddress=PETR%2BX@EXAMPLE.SK", [2]],
    ["emailaddress=petr", []],
    ["blacklisted=1", [2]],
    ["blacklisted=0", [1, 3]],
    ["hardbounced=1", [3]],
    ["hardbounced=0&blacklisted=0", [1]],
    ["hardbounced=1&blacklisted=1", []],
    ["sort=-emailaddress", [2, 1, 3]],
    ["sort=-hardbounced,-id", [3, 2, 1]],
    ["sort=created,-id", [3, 2, 1]],
    ["limit=2&offset=1", [2, 3], 3],
    ["offset=7", [], 3],
    ["id=0", []],
    ["id=99999999999999999999999", []],
    ["emailaddress=&id=&blacklisted=&limit=&select=", [1, 2, 3]],
  ])("are filtered by %s", async (query, expected, total = expected.length) => {
    const { status, body } = await get(`contacts?${query}`);
    expect(status).toBe(200);
    const { meta, data } = Object(body);
    expect(data.map(({ id }: { id: number }) => id)).toEqual(expected.map((id) => ids[id]));
    expect(meta).toMatchObject({ total_count: total, displayed_count: expected.length });
  });

  it("are filtered by id", async () => {
    expect((await getRows(`contacts?id=${ids[2]}`)).map(({ id }) => id)).toEqual([ids[2]]);
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=501", "limit"],
    ["limit=many", "limit"],
    ["offset=-1", "offset"],
    ["select=id,password", "select"],
    ["sort=password", "sort"],
    ["sort=contactlists", "sort"],
    ["sort=id,-id", "sort"],
    ["blacklisted=2", "blacklisted"],
    ["hardbounced=yes", "hardbounced"],
    ["id=abc", "id"],
    ["limit=1&limit=2", "limit"],
  ])("are refused with %s", async (query, parameter) => {
    const message = `Validation failed: ${parameter}`;
    expect(await get(`contacts?${query}`)).toEqual({ status: 422, body: { ...example("error.422"), message } });
  });

  it("can be sorted and selected by every single value", async () => {
    const [row = {}] = await getRows("contacts?limit=1");
    for (const name of Object.keys(row).filter((each) => !/^contactlists$|^customfields/.test(each))) {
      expect({ name, rows: (await getRows(`contacts?select=${name}&sort=-${name}`)).map(Object.keys) }).toEqual({
        name,
        rows: [[name], [name], [name]],
      });
    }
  });

  it("of another company do not exist", async () => {
    const other = await company();
    expect(await get(`contacts/${ids[1]}`, other)).toEqual({ status: 404, body: example("error.404") });
    expect(await get("contacts", other)).toEqual({ status: 200, body: example("contacts.list.empty.200") });
    const empty = { ...example("contacts.list.empty.200") };
    expect((await get(`contact-customfields?contact_id=${ids[1]}`, other)).body).toEqual(empty);
    expect((await get(`customfield-options?customfield_id=${ids[4]}`, other)).body).toEqual(empty);
    expect((await get(`contactlists/${ids[11]}`, other)).status).toBe(404);
    expect((await get("contacts/jana@example.com")).status).toBe(404);
  });
});

describe("lists", () => {
  const expectedList = (row: Json) => ({ ...row, id: ids[Number(row["id"])] });

  it("have the shape of the example", async () => {
    const shown = example("contactlists.list.200");
    expect((await get("contactlists?name=VIP")).body).toEqual({ ...shown, data: shown.data.map(expectedList) });
    const one = example("contactlists.get.200");
    expect((await get(`contactlists/${ids[11]}?limit=5`)).body).toEqual({ ...one, data: expectedList(one.data) });
    expect(await getRows("contactlists?select=alertIn,name&sort=-created")).toEqual([
      { alertIn: 1, name: "VIP" },
      { alertIn: 0, name: "Newsletter" },
    ]);
  });

  it("show the company's sender when they have none", async () => {
    const other = await company();
    const { sql, tenantId } = other.ctx.db;
    await sql`update company set name = 'Shop', email = 'info@example.com' where tenant_id = ${tenantId}`;
    const { id } = await other.aList();
    const getSender = async () => {
      const { data } = Object((await get(`contactlists/${id}`, other)).body);
      return [data.sendername, data.senderemail, data.replyto];
    };
    expect(await getSender()).toEqual(["Shop", "info@example.com", "info@example.com"]);
    await sql`
      insert into sender (tenant_id, email, name, verified_at, created_at)
      values (${tenantId}, 'news@example.com', 'News', now(), now())`;
    expect(await getSender()).toEqual(["News", "news@example.com", "news@example.com"]);
  });
});

describe("custom fields", () => {
  const optionsUrl = (id: unknown) => `${base}/api/v3/customfield-options?customfield_id=${String(id)}`;
  const expectedOption = (row: Json) => ({
    ...row,
    id: optionIds[Number(row["id"])],
    customfield_id: ids[Number(row["customfield_id"])],
  });

  it("have the shape of the example, with and without options", async () => {
    const shown = example("customfields.list.200");
    expect((await get("customfields")).body).toEqual({
      ...shown,
      data: shown.data.map((row: Json) => {
        const id = ids[Number(row["id"])];
        return { ...row, id, options_url: optionsUrl(id) };
      }),
    });
    const expanded = example("customfields.list.expand-customfield_options.200");
    expect((await get("customfields?expand=customfield_options")).body).toEqual({
      ...expanded,
      data: expanded.data.map((row: Json & { customfield_options: Json[] }) => ({
        ...row,
        id: ids[Number(row["id"])],
        customfield_options: row.customfield_options.map(expectedOption),
      })),
    });
  });

  it("have options and values behind their addresses", async () => {
    const [{ customfield_options: options = [] } = {}] = example(
      "customfields.list.expand-customfield_options.200",
    ).data;
    const [field = {}] = await getRows("customfields");
    const optionsPath = String(field["options_url"]).replace(`${base}/api/v3/`, "");
    expect(await getRows(optionsPath)).toEqual(options.map(expectedOption));
    const [jana = {}] = await getRows("contacts?limit=1");
    const valuesPath = String(jana["customfields_url"]).replace(`${base}/api/v3/`, "");
    const { customfields } = example("contacts.get.expand-customfields.200").data;
    const values = await getRows(`${valuesPath}&sort=customfield_id`);
    expect(values).toEqual(customfields.map(expectedValue));
    expect(await getRows("contact-customfields?sort=-value&limit=1&offset=2&select=value")).toEqual([
      { value: "Hello world" },
    ]);
    expect(await get("contact-customfields?contact_id=x")).toMatchObject({ status: 422 });
    expect(await getRows("contact-customfields?contact_id=0")).toEqual([]);
  });

  it("have the types and values of API v3", async () => {
    const other = await company();
    const make = (name: string, type: string, options?: string[]) =>
      other.api.ok("createCustomField", { body: { name, type, options } });
    const fields = [
      await make("Born", "date"),
      await make("Member", "bool"),
      await make("Score", "number"),
      await make("Web", "url"),
      await make("Size", "select", ["S", "L"]),
      await make("About", "textarea"),
    ];
    const large = fields[4]?.options[1]?.id;
    const values = ["2020-02-29", false, 1.5, "https://example.com/", large, "a\nb"];
    const { id } = await other.aContact({
      customFields: Object.fromEntries(fields.map((field, index) => [field.id, values[index]])),
    });
    const shown = Object((await get("customfields?select=name,type", other)).body).data;
    expect(shown.map(({ type }: Json) => type)).toEqual(["date", "bool", "numeric", "text", "select", "textarea"]);
    const { data } = Object((await get(`contacts/${id}?expand=customfields`, other)).body);
    const byField = new Map(data.customfields.map((row: Json) => [row["customfield_id"], row]));
    const shownValues = fields.map((field) => Object(byField.get(Number(field.id))));
    expect(shownValues.map(({ value }) => value)).toEqual([
      "2020-02-29 00:00:00",
      "0",
      "1.5",
      "https://example.com/",
      null,
      "a\nb",
    ]);
    expect(shownValues.map((row) => row.customfield_options_id)).toEqual([null, null, null, null, Number(large), null]);
    await other.api.call("deleteCustomField", { params: { id: fields[0]?.id ?? "" } });
    const left = Object((await get(`contact-customfields?contact_id=${id}`, other)).body);
    expect(left.meta.total_count).toBe(5);
  });

  it("have values of all contacts by id, in pages that neither overlap nor skip any", async () => {
    const other = await company();
    const make = (type: string, options?: string[]) =>
      other.api.ok("createCustomField", { body: { name: type, type, options } });
    const [text, many] = [await make("text"), await make("multiselect", ["S", "M", "L"])];
    const contactIds: number[] = [];
    for (const chosen of [[2, 0, 1], [], [1]]) {
      const options = chosen.map((index) => many.options[index]?.id);
      const { id } = await other.aContact({ customFields: { [text.id]: "a", [many.id]: options } });
      contactIds.push(Number(id));
    }
    const read = async (query: string) => Object((await get(`contact-customfields?${query}`, other)).body);
    const { data, meta } = await read("");
    expect(meta.total_count).toBe(7);
    const [first, second, third] = contactIds;
    expect(data.map((row: Json) => row["contact_id"])).toEqual([first, first, first, first, second, third, third]);
    const idsOf = (rows: readonly Json[]) => rows.map((row) => Number(row["id"]));
    expect(idsOf(data)).toEqual(idsOf(data).toSorted((a, b) => a - b));
    const pages = [await read("limit=3"), await read("limit=3&offset=3"), await read("limit=3&offset=6")];
    expect(pages.flatMap((page) => page.data)).toEqual(data);
    const descending = await read("sort=-id&select=id");
    expect(idsOf(descending.data)).toEqual(idsOf(data).toReversed());
  });
});

it("shows times on the company's clock, before and after it is changed", async () => {
  const other = await company();
  const { sql, tenantId } = other.ctx.db;
  await sql`update company set time_zone = 'America/New_York' where tenant_id = ${tenantId}`;
  const utc = ["2026-03-08T06:59:59Z", "2026-03-08T07:00:00Z", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"];
  for (const at of utc) {
    const { id } = await other.aContact();
    await sql`update contact set created_at = ${new Date(at)} where tenant_id = ${tenantId} and id = ${id}`;
  }
  const { data } = Object((await get("contacts?select=created&sort=created", other)).body);
  expect(data.map(({ created }: Json) => created)).toEqual([
    "2026-03-08 01:59:59",
    "2026-03-08 03:00:00",
    "2026-11-01 01:30:00",
    "2026-11-01 01:30:00",
  ]);
});

import { createServer } from "node:http";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { findContactByEmail } from "../../../tests/harness/factories/forms.ts";
import { aMigration, textFile } from "../../../tests/harness/factories/platform-migrations.ts";
import { readNextPage } from "./read.ts";
import { checkCredentials } from "./readers/smartemailing-api.ts";
import { startMigration } from "./start.ts";

const lists = [
  { id: 11, name: "Newsletter", publicname: "News", hidden: 0 },
  { id: 12, name: "VIP", publicname: null, hidden: 0 },
];
const fields = [
  {
    id: 4,
    name: "Cities",
    type: "checkbox",
    customfield_options: [
      { id: 12, customfield_id: 4, name: "Praha", order: 0 },
      { id: 15, customfield_id: 4, name: "Brno", order: 1 },
    ],
  },
  { id: 8, name: "Greeting", type: "text", customfield_options: [] },
  { id: 9, name: "Since", type: "date", customfield_options: [] },
];
const sameName = { id: 10, name: "greeting", type: "text", customfield_options: [] };
const membership = (contactlist_id: number, status: string) => ({ id: 1, contactlist_id, status });
const contacts = [
  {
    id: 1,
    emailaddress: "jana@example.com",
    name: "Jana",
    surname: "Nováková",
    language: "cs_CZ",
    birthday: "1990-05-17",
    nameday: "2000-05-24",
    gender: "F",
    country: "Neverland",
    blacklisted: 0,
    hardbounced: 0,
    contactlists: [membership(11, "confirmed"), membership(12, "unsubscribed")],
    customfields: [
      { customfield_id: 4, customfield_options_id: 12, value: null },
      { customfield_id: 4, customfield_options_id: 15, value: null },
      { customfield_id: 8, customfield_options_id: null, value: "Hello" },
      { customfield_id: 9, customfield_options_id: null, value: "2026-03-01 00:00:00" },
    ],
  },
  { id: 2, emailaddress: "left@example.com", contactlists: [membership(11, "unsubscribed")], customfields: [] },
  { id: 3, emailaddress: "black@example.com", blacklisted: 1, contactlists: [membership(11, "confirmed")] },
  { id: 4, emailaddress: "hard@example.com", hardbounced: 1, contactlists: [membership(11, "confirmed")] },
  { id: 5, emailaddress: "nowhere@example.com", contactlists: [membership(11, "removed")] },
  { id: 6, emailaddress: "broken", contactlists: [] },
];

async function expectTakenOver(own: TestCompany): Promise<void> {
  const { api } = own;
  const jana = await api.ok("getContact", {
    params: { id: (await findContactByEmail(own, "jana@example.com"))?.id ?? "" },
  });
  const custom = new Map((await api.ok("listCustomFields")).items.map((field) => [field.name, field]));
  const cities = custom.get("Cities");
  expect(jana).toMatchObject({
    status: "subscribed",
    consentWeak: true,
    source: "legacy",
    lastName: "Nováková",
    language: "cs",
    birthday: "1990-05-17",
    nameDay: "05-24",
    gender: "f",
    country: null,
    customFields: {
      [cities?.id ?? ""]: cities?.options.map(({ id }) => id),
      [custom.get("Greeting")?.id ?? ""]: "Hello",
      [custom.get("Since")?.id ?? ""]: "2026-03-01",
    },
  });
  expect(jana.lists.map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual([
    "Newsletter confirmed",
    "VIP unsubscribed",
  ]);
  const getState = async (email: string) => {
    const id = (await findContactByEmail(own, email))?.id ?? "";
    return (await api.ok("getContact", { params: { id } })).state;
  };
  expect(await getState("left@example.com")).toBe("unsubscribed");
  expect(await getState("black@example.com")).toBe("blacklisted");
  expect(await getState("hard@example.com")).toBe("bounced");
  expect(await getState("nowhere@example.com")).toBe("unconfirmed");
}

const counts = { contacts: 5, created: 5, updated: 0, skipped: 0, lists: 2, customFields: 3 };

it("takes over saved answers, in any order of files", async () => {
  const own = await company();
  const page = (name: string, data: unknown) => textFile(name, JSON.stringify({ status: "ok", meta: {}, data }));
  const migration = await aMigration(own, "smartemailing", [
    page("a.json", contacts),
    page("b.json", fields),
    page("c.json", lists),
  ]);
  expect(migration).toMatchObject({ state: "completed", counts });
  expect(migration.problems.map(({ column, code }) => `${column} ${code}`)).toEqual([
    "emailaddress invalid",
    "country invalid",
  ]);
  await expectTakenOver(own);
});

it("uses lists and fields that are here, and keeps other types apart", async () => {
  const own = await company();
  const { api } = own;
  const list = await own.aList({ name: "newsletter" });
  const known = await api.ok("createCustomField", {
    body: { name: "cities", type: "multiselect", options: ["Ostrava"] },
  });
  await api.ok("createCustomField", { body: { name: "Since", type: "number" } });
  await aMigration(own, "smartemailing", [
    textFile("1.json", JSON.stringify({ data: [...fields, sameName] })),
    textFile("2.json", JSON.stringify({ data: lists })),
    textFile("3.json", JSON.stringify({ data: contacts })),
  ]);
  const names = (await api.ok("listCustomFields")).items.map(({ name, type }) => `${name} ${type}`);
  expect(names).toEqual([
    "cities multiselect",
    "Since number",
    "Greeting text",
    "Since (smartemailing) date",
    "greeting (smartemailing) text",
  ]);
  const { options } = (await api.ok("listCustomFields")).items.find(({ id }) => id === known.id) ?? { options: [] };
  expect(options.map(({ name }) => name)).toEqual(["Ostrava", "Praha", "Brno"]);
  const found = await api.ok("getList", { params: { list_id: list.id } });
  expect(found.counts.total).toBeGreaterThan(0);
});

describe("the API", () => {
  const answers = new Map<string, readonly unknown[]>([
    ["contacts", contacts],
    ["contactlists", lists],
    ["customfields", fields],
  ]);
  let url = "";
  let requests: string[] = [];
  let isDown = false;
  let isLimited = false;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://api");
    requests.push(pathname);
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const expected = `Basic ${Buffer.from("me:secret").toString("base64")}`;
    if (request.headers.authorization !== expected) return answer(401, { status: "error", meta: [] });
    if (isLimited) {
      isLimited = false;
      response.setHeader("retry-after", "0");
      return answer(429, { status: "error", meta: [] });
    }
    if (isDown) return answer(500, { status: "error", meta: [] });
    const offset = Number(searchParams.get("offset") ?? "0");
    const rows = answers.get(pathname.split("/").at(-1) ?? "") ?? [];
    // Pages of two, so that there are several.
    const limit = pathname.endsWith("/contacts") ? 2 : 500;
    answer(200, { status: "ok", meta: { total_count: rows.length }, data: rows.slice(offset, offset + limit) });
  });

  beforeEach(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    requests = [];
    isDown = false;
  });
  afterEach(async () => {
    server.close();
    await once(server, "close");
  });

  const start = ({ ctx, shopId }: TestCompany) =>
    startMigration(ctx, {
      platform: "smartemailing",
      shopId,
      source: { url: `${url}/api/v3/`, login: "me", password: "secret" },
    });
  const storedPassword = async ({ ctx: { db } }: TestCompany, id: string) => {
    const [row] = await db.sql<{ password: Buffer | null }[]>`
      select password from platform_migration where tenant_id = ${db.tenantId} and id = ${id}`;
    return row?.password;
  };

  it("is read page by page, continues after an interruption, and its password is forgotten at the end", async () => {
    const own = await company({ WEBHOOK_ALLOW_PRIVATE: "1" });
    const id = await start(own);
    expect((await storedPassword(own, id))?.toString("latin1")).not.toContain("secret");
    await readNextPage(own.ctx, id);
    expect(requests.filter((path) => path === "/api/v3/contacts")).toHaveLength(1);
    isDown = true;
    await expect(readNextPage(own.ctx, id)).rejects.toThrow("contacts answered 500");
    [isDown, isLimited] = [false, true];
    // Two processes read the same page: it is stored once.
    await Promise.all([readNextPage(own.ctx, id), readNextPage(own.ctx, id)]);
    await own.runActions();
    const migration = await own.api.ok("getLegacyMigration", { params: { migration_id: id } });
    expect(migration).toMatchObject({ state: "completed", counts });
    expect(await storedPassword(own, id)).toBeNull();
    await expectTakenOver(own);
  });

  it("is refused at private addresses and with wrong credentials", async () => {
    const guarded = await company();
    const access = { url, login: "me", password: "secret" };
    await expect(checkCredentials(guarded.ctx.outbound, access)).rejects.toMatchObject({ reason: "address" });
    const own = await company({ WEBHOOK_ALLOW_PRIVATE: "1" });
    const wrong = { ...access, password: "other" };
    await expect(checkCredentials(own.ctx.outbound, wrong)).rejects.toThrow("check-credentials answered 401");
    await checkCredentials(own.ctx.outbound, access);
  });
});

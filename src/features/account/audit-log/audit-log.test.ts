import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { aConnectedApp } from "../../../../tests/harness/factories/oauth.ts";
import { aForm } from "../../../../tests/harness/factories/forms.ts";
import { anEmail, company, testWorker, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { createApi } from "../../../../tests/harness/servers/api-client.ts";
import { adminEmail, adminHeaders } from "../../../../tests/harness/servers/sign-in.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { runAudited } from "../../../http/audit.ts";
import { AuditRow, insertAuditEntry } from "../../../journal/audit.ts";
import { verifyChain } from "../../../journal/audit-chain.ts";
import { conflict } from "../../../kernel/errors.ts";
import { addMonths, hours } from "../../../kernel/local-time.ts";
import { operations } from "../../../registry/registry.ts";
import { background } from "../background.ts";
import { auditSealJob } from "./jobs.ts";

/** What the tests' own access leaves: the key is used, the administrator signs in. */
const isAccess = ({ operation }: { operation: string }) => operation === "useKey" || operation === "signIn";

const listEntries = async ({ api }: Pick<TestCompany, "api">, query: Record<string, unknown> = {}) =>
  (await api.ok("listAuditLog", { query })).items
    .filter((entry) => !isAccess(entry))
    .map(({ actor, operation, object: { kind, id } }) => ({ actor: actor.kind, operation, object: { kind, id } }));

const asAdmin = async (own: TestCompany) => createApi(own.server, own.tenant, await adminHeaders(own));

it("names the key, the operation and the object of each write, newest first", async () => {
  holdClock();
  const own = await company();
  const { id } = await own.aList();
  await own.api.ok("updateList", { params: { list_id: id }, body: { note: "for customers" } });
  const [keyId] = await own.ctx.db.sql<{ id: string }[]>`select id from api_key where tenant_id = ${own.tenantId}`;
  const actor = {
    kind: "key",
    memberId: own.member,
    email: await adminEmail(own),
    keyId: keyId?.id,
    keyName: "First key",
    client: null,
  };
  const at = own.clock.now().toISOString();
  const { name } = await own.api.ok("getList", { params: { list_id: id } });
  const object = { kind: "lists", id, name };
  const origin = { outcome: "done", address: "127.0.0.1", agent: "lightMyRequest" };
  const keyObject = { kind: "api-keys", id: keyId?.id, name: "First key" };
  expect(await own.api.ok("listAuditLog")).toEqual({
    items: [
      { id: expect.any(String), at, actor, operation: "updateList", object, ...origin },
      { id: expect.any(String), at, actor, operation: "createList", object, ...origin },
      { id: expect.any(String), at, actor, operation: "useKey", object: keyObject, ...origin },
    ],
    total: 3,
    page: 1,
    pageSize: 25,
  });
});

it("has today's names of objects, and none of those that are gone or of another company", async () => {
  const own = await company();
  const other = await company();
  await aForm(other, { name: "Theirs" });
  const form = await aForm(own, { name: "Footer" });
  const params = { form_id: form.id };
  await own.api.ok("updateForm", { params, body: { name: "Footer of the site" } });
  const { id: labelId } = await own.api.ok("createLabel", { body: { name: "VIP" } });
  await own.api.ok("deleteLabel", { params: { label_id: labelId } });
  const { items } = await own.api.ok("listAuditLog");
  const namesOf = (kind: string) => items.flatMap(({ object }) => (object.kind === kind ? [object.name] : []));
  expect(namesOf("forms")).toEqual(["Footer of the site", "Footer of the site"]);
  expect(namesOf("labels")).toEqual([null, null]);
});

it("has one row an hour of each actor for the saves of a draft, and one for every other act", async () => {
  holdClock();
  const own = await company();
  const form = await aForm(own);
  const other = await aForm(own);
  const admin = await asAdmin(own);
  const save = (api: TestCompany["api"], form_id: string, title: string) =>
    api.ok("saveFormDraft", { params: { form_id }, body: { title } });
  const countOf = async (operation: string) =>
    (await listEntries(own)).filter((entry) => entry.operation === operation).length;
  for (const title of ["N", "Ne", "New"]) await save(own.api, form.id, title);
  expect(await countOf("saveFormDraft")).toBe(1);
  await save(admin, form.id, "News");
  await save(own.api, other.id, "Tea");
  expect(await countOf("saveFormDraft")).toBe(3);
  own.clock.advance(hours(1));
  await save(own.api, form.id, "Newsletter");
  await save(own.api, form.id, "Newsletters");
  expect(await countOf("saveFormDraft")).toBe(4);
  // Each publication has its row.
  for (const title of ["A", "B"]) {
    await save(own.api, form.id, title);
    await own.api.ok("publishForm", { params: { form_id: form.id }, body: {} });
  }
  expect(await countOf("publishForm")).toBe(2);
});

it("names a signed-in member", async () => {
  const own = await company();
  const admin = await asAdmin(own);
  const { id } = await admin.ok("createLabel", { body: { name: "VIP" } });
  const { items } = await own.api.ok("listAuditLog", { query: { operation: "createLabel" } });
  expect(items).toMatchObject([
    {
      actor: { kind: "member", memberId: own.member, email: await adminEmail(own), keyId: null, client: null },
      operation: "createLabel",
      object: { kind: "labels", id },
    },
  ]);
});

it("names the client and the member of an assistant", async () => {
  const own = await company();
  const { access_token: token, client } = await aConnectedApp(own, { scope: "full" });
  const { id } = await own.aContact();
  const answer = await own.server.inject({
    method: "POST",
    url: "/mcp",
    headers: { host: "127.0.0.1:8080", authorization: `Bearer ${token}`, "content-type": "application/json" },
    payload: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "api_write", arguments: { operation: "updateContact", arguments: { id, firstName: "Jana" } } },
    },
  });
  expect(answer.json()).toMatchObject({ result: { structuredContent: { firstName: "Jana" } } });
  const { items } = await own.api.ok("listAuditLog", { query: { actor: "assistant" } });
  expect(items).toMatchObject([
    {
      actor: { kind: "assistant", memberId: own.member, client: client.client_name },
      operation: "updateContact",
      object: { kind: "contacts", id },
    },
  ]);
});

it("is written in the transaction of the change, also where that is a single statement", async () => {
  const { api, aList, aContact, ctx, tenantId } = await company();
  const { db } = ctx;
  const findTransaction = async (operation: string) => {
    const [row] = await db.sql`
      select xmin::text as tx from audit_entry where tenant_id = ${tenantId} and operation = ${operation}`;
    return row;
  };
  await api.ok("updateCompany", { body: { phone: "+420 123 456 789" } });
  const [changed] = await db.sql`select xmin::text as tx from company where tenant_id = ${tenantId}`;
  expect(await findTransaction("updateCompany")).toEqual(changed);
  const { id: listId } = await aList();
  const [list] = await db.sql`select xmin::text as tx from list where tenant_id = ${tenantId} and id = ${listId}`;
  expect(await findTransaction("createList")).toEqual(list);
  const { id } = await aContact();
  const [contact] = await db.sql`select xmin::text as tx from contact where tenant_id = ${tenantId} and id = ${id}`;
  expect(await findTransaction("createContact")).toEqual(contact);
});

it("names each contact of concurrent requests once and leaves refused ones out", async () => {
  const own = await company();
  const email = anEmail();
  const body = { email, purposeId: own.purposeId, consentConfirmed: true };
  const twice = [own.api.call("createContact", { body }), own.api.call("createContact", { body })];
  const made = await Promise.all(Array.from({ length: 20 }, () => own.aContact()));
  expect(new Set((await Promise.all(twice)).map(({ status }) => status))).toEqual(new Set([201, 409]));
  const entries = await listEntries(own, { pageSize: 100 });
  expect(entries).toHaveLength(21);
  const ids = entries.map(({ object }) => object.id);
  expect(ids).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  expect(new Set(ids).size).toBe(21);
});

it("has nothing of reads, of refused requests and of another company", async () => {
  const [own, other] = await Promise.all([company(), company()]);
  const { id } = await other.aList();
  const params = { list_id: id };
  expect(await own.api.refused("updateList", { params, body: { note: "x" } })).toMatchObject({ status: 404 });
  expect(await own.api.refused("createList", { body: { name: "" } })).toMatchObject({ status: 400 });
  expect(await own.api.refused("createSender", { body: { email: "no address" } })).toMatchObject({ status: 400 });
  await own.api.ok("listLists");
  await own.api.ok("measureAudience", { body: { audience: {} } });
  expect(await listEntries(own)).toEqual([]);
  expect(await listEntries(own, { objectKind: "lists", objectId: id })).toEqual([]);
});

it("filters by actor, operation, object and time", async () => {
  holdClock();
  const own = await company();
  const admin = await asAdmin(own);
  const { id } = await own.aList();
  const first = own.clock.now();
  own.clock.advance(60_000);
  await admin.ok("updateList", { params: { list_id: id }, body: { note: "n" } });
  await own.aList();
  const [key] = await own.ctx.db.sql<{ id: string }[]>`select id from api_key where tenant_id = ${own.tenantId}`;
  const operations = async (query: Record<string, unknown>) =>
    (await listEntries(own, query)).map(({ operation }) => operation);
  expect(await operations({})).toEqual(["createList", "updateList", "createList"]);
  expect(await operations({ actor: "member" })).toEqual(["updateList"]);
  expect(await operations({ memberId: own.member })).toEqual(["createList", "updateList", "createList"]);
  expect(await operations({ keyId: key?.id })).toEqual(["createList", "createList"]);
  expect(await operations({ operation: "updateList" })).toEqual(["updateList"]);
  expect(await operations({ objectKind: "lists", objectId: id })).toEqual(["updateList", "createList"]);
  const now = own.clock.now().toISOString();
  expect(await operations({ from: now })).toEqual(["createList", "updateList"]);
  expect(await operations({ from: first.toISOString(), to: now })).toEqual(["createList"]);
  expect(await own.api.ok("listAuditLog", { query: { operation: "createList", pageSize: 1, page: 2 } })).toMatchObject({
    items: [{ operation: "createList", object: { id } }],
    total: 2,
  });
  expect(await own.api.refused("listAuditLog", { query: { actor: "somebody" } })).toMatchObject({ message: "actor" });
  expect(await own.api.refused("listAuditLog", { query: { from: "yesterday" } })).toMatchObject({ message: "from" });
  expect(await own.api.refused("listAuditLog", { query: { to: "x" } })).toMatchObject({ message: "to" });
});

it("keeps 24 months", async () => {
  const own = await company();
  const { db, clock } = own.ctx;
  for (const [operation, months] of [
    ["old", 25],
    ["kept", 23],
  ] as const) {
    const at = addMonths(clock.now(), -months);
    await insertAuditEntry(db, { at, actor: { kind: "operator" }, operation, object: { kind: "company", id: null } });
  }
  const [task] = background.nightly?.filter(({ name }) => name === "audit log") ?? [];
  await task?.run(db, clock.now());
  expect((await listEntries(own)).map(({ operation }) => operation)).toEqual(["kept"]);
});

it("is sealed within the minute of the job", async () => {
  const own = await company();
  await own.aList();
  const handler = background.jobs?.find(({ job }) => job === auditSealJob);
  await handler?.run(testWorker(own.app), {});
  expect(await verifyChain(own.ctx.db)).toEqual({ sealed: 2, fault: undefined, overdue: 0 });
});

it.each([
  ["refused", () => conflict("status"), "status"],
  ["failed unexpectedly", () => new TypeError("no such field"), "no such field"],
])(
  "says of a request that %s after a part of its work was committed that it was refused",
  async (_, fault, message) => {
    const own = await company();
    const operation = operations.find(({ name }) => name === "updateCompany");
    if (operation === undefined) throw new Error("expected an operation updateCompany");
    const call = { operation, actor: { kind: "member", memberId: own.member }, params: {} } as const;
    const failing = (isWriting: boolean) =>
      runAudited(own.ctx, call, async ({ db }) => {
        const city = isWriting ? "Brno" : null;
        if (isWriting)
          await db.transaction(
            (inner) => inner.sql`update company set city = ${city} where tenant_id = ${own.tenantId}`,
          );
        throw fault();
      });
    await expect(failing(false)).rejects.toThrow(message);
    expect(await listEntries(own)).toEqual([]);
    await expect(failing(true)).rejects.toThrow(message);
    const { items, total } = await own.api.ok("listAuditLog", { query: { operation: "updateCompany" } });
    expect({ items, total }).toMatchObject({ items: [{ operation: "updateCompany", outcome: "refused" }], total: 1 });
  },
);

it("fails in the tests for a write of a request outside of a transaction, and for one that names nothing new", async () => {
  const { ctx, aList } = await company();
  await aList();
  const entry = { at: new Date(), actor: { kind: "operator" }, object: { kind: "lists", id: null } } as const;
  const db = ctx.db.withRow(new AuditRow(ctx.db, { ...entry, operation: "createList" }));
  const write = (to: TenantDb) => to.sql`update list set note = 'x' where tenant_id = ${to.tenantId}`;
  await expect(write(db)).rejects.toThrow("read-only transaction");
  await expect(db.transaction(write)).rejects.toThrow("does not name the object");
});

it("contains no secret, no address and no value of a request", async () => {
  const own = await company();
  const admin = await asAdmin(own);
  const { key } = await admin.ok("createApiKey", {
    body: { name: "Shop secret name", roles: ["analyst"], scope: "read", validDays: 1 },
  });
  const basicAuth = { login: "shop-login", password: "shop-password" };
  await own.api.ok("createAccountWebhook", {
    body: { url: "https://hooks.example.com/token-in-url", event: "new_contact", active: true, basicAuth },
  });
  const { email } = await own.aContact();
  await own.api.ok("createSuppression", { body: { email: anEmail(), detail: "private detail" } });
  await own.api.ok("deleteSuppression", { params: { email: "x@example.com" } }).catch(() => undefined);
  const rows = await own.ctx.db.sql`
    select * from audit_entry where tenant_id = ${own.tenantId} and operation not in ('useKey', 'signIn')`;
  expect(rows).toHaveLength(4);
  const text = JSON.stringify(rows);
  for (const secret of [key, own.apiKey, ...Object.values(basicAuth), "token-in-url", email, "private detail", "@"]) {
    expect(text).not.toContain(secret);
  }
});

const namesIn = (schema: unknown): string[] =>
  typeof schema !== "object" || schema === null
    ? []
    : Object.entries(schema).flatMap(([key, value]: [string, unknown]) => [
        ...(key === "properties" && typeof value === "object" && value !== null ? Object.keys(value) : []),
        ...namesIn(value),
      ]);

it("has no column for a field that holds a secret in any operation", async () => {
  const { ctx } = await company();
  const fields = operations.flatMap(({ body, answers }) => [...namesIn(body), ...namesIn(Object.values(answers))]);
  const secrets = new Set(fields.filter((name) => /password|secret|token|^key$|^code$/i.test(name)));
  expect(secrets.size).toBeGreaterThan(5);
  const columns = await ctx.db.sql<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = 'audit_entry'::regclass and attnum > 0`;
  expect(columns.map(({ name }) => name).filter((name) => secrets.has(name))).toEqual([]);
  const [entry] = operations.filter(({ name }) => name === "listAuditLog");
  expect(namesIn(entry?.answers[200]).filter((name) => secrets.has(name))).toEqual([]);
});

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { aPng } from "../../../../tests/harness/factories/binary-files.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aFile } from "../../../../tests/harness/factories/uploaded-files.ts";
import { createApi } from "../../../../tests/harness/servers/api-client.ts";
import { adminHeaders, password } from "../../../../tests/harness/servers/sign-in.ts";
import { exportCompany } from "../../../backup/company-export.ts";
import { listCompanyTables, tableName } from "../../../db/company-tables.ts";
import { insertAuditEntry } from "../../../journal/audit.ts";
import { sealEntries } from "../../../journal/audit-chain.ts";
import { addMs, days, hours, minutes } from "../../../kernel/local-time.ts";
import { writeFile } from "../../../storage/files.ts";
import { createFile } from "../../../storage/files.queries.ts";
import { createCompany } from "../create-company.ts";
import * as lifecycle from "./service.ts";

const asAdmin = async (own: TestCompany) => createApi(own.server, own.tenant, await adminHeaders(own));
const getLifecycle = ({ api }: Pick<TestCompany, "api">) => api.ok("getCompanyStanding");
const readNotifications = async ({ api }: Pick<TestCompany, "api">) =>
  (await api.ok("listNotifications")).items.map(({ type, params }) => ({ type, params }));

it("stops sending when a member requests the deletion, and returns to the state of before", async () => {
  holdClock();
  const own = await company();
  const admin = await asAdmin(own);
  const at = own.clock.now();
  const deletion = { requestedAt: at.toISOString(), deleteAfter: addMs(at, days(30)).toISOString() };
  expect(await admin.ok("requestCompanyDeletion", { body: { confirm: true } })).toEqual(deletion);
  expect(await getLifecycle(own)).toEqual({
    sendingState: "paused",
    reason: "deletion",
    since: at.toISOString(),
    deletion,
  });
  own.clock.advance(days(2));
  await admin.ok("confirmSession", { body: { password } });
  expect(await admin.ok("requestCompanyDeletion", { body: { confirm: true } })).toEqual(deletion);
  await admin.ok("cancelCompanyDeletion");
  await admin.ok("cancelCompanyDeletion");
  expect(await getLifecycle(own)).toEqual({
    sendingState: "live",
    reason: null,
    since: own.clock.now().toISOString(),
    deletion: null,
  });
  expect((await readNotifications(own)).map(({ type }) => type)).toEqual([
    "company_deletion_cancelled",
    "company_deletion_requested",
  ]);
});

it("takes a request only from a signed-in person who confirms it", async () => {
  const own = await company();
  const admin = await asAdmin(own);
  const refusal = { status: 403, code: "forbidden", message: "api_key", params: {} };
  expect(await own.api.refused("requestCompanyDeletion", { body: { confirm: true } })).toEqual(refusal);
  expect(await own.api.refused("cancelCompanyDeletion")).toEqual(refusal);
  expect(await admin.refused("requestCompanyDeletion", { body: {} })).toMatchObject({
    status: 400,
    message: "confirm",
  });
  expect(await admin.refused("requestCompanyDeletion", { body: { confirm: false } })).toMatchObject({
    status: 400,
    message: "confirm",
  });
  expect((await getLifecycle(own)).deletion).toBeNull();
});

it("deletes every row of the company but the head of its audit log after the grace, and nothing of others", async () => {
  holdClock();
  const [own, other] = await Promise.all([company(), company()]);
  const { id: listId } = await own.aList();
  await own.aContact({ listIds: [listId] });
  await other.aContact();
  await lifecycle.requestDeletion(own.ctx);
  const { db } = own.app;
  const listRows = async (tenantId: string) => {
    const tables = await listCompanyTables(db.sql);
    const own = db.forTenant(tenantId);
    const counts = await Promise.all(
      tables.map(async (table) => {
        const rows = await own.sql`select from ${tableName(own.sql, table)} where tenant_id = ${tenantId}`;
        return [table.name, rows.length] as const;
      }),
    );
    return Object.fromEntries(counts.filter(([, count]) => count !== 0));
  };
  const before = await listRows(other.tenantId);
  own.clock.advance(days(29));
  await lifecycle.deleteDueCompanies({ ...own.app.services, db });
  expect(await listRows(own.tenantId)).toMatchObject({ company: 1, contact: 1 });
  own.clock.advance(days(1) + hours(1));
  expect(await lifecycle.deleteDueCompanies({ ...own.app.services, db })).toBe(1);
  expect(await listRows(own.tenantId)).toEqual({ audit_head: 1 });
  expect(await listRows(other.tenantId)).toEqual(before);
  expect((await own.api.refused("getCompany")).status).toBe(401);
});

it("deletes the audit log of a company whose row a killed run deleted last", async () => {
  const { app } = await company();
  const { db } = app;
  const [created] = await db.sql<{ tenantId: string }[]>`
    insert into company (name, fingerprint_key) values ('Company', sha256('key')) returning tenant_id`;
  const own = db.forTenant(created?.tenantId ?? "");
  const act = { actor: { kind: "operator" }, operation: "test", object: { kind: "company", id: null } } as const;
  await insertAuditEntry(own, { ...act, at: new Date() });
  await sealEntries(own, "all");
  await insertAuditEntry(own, { ...act, at: new Date() });
  await own.sql`delete from company where tenant_id = ${own.tenantId}`;
  await lifecycle.deleteDueCompanies({ ...app.services, db });
  expect(await own.sql`select from audit_entry where tenant_id = ${own.tenantId}`).toHaveLength(0);
  expect(await own.sql`select from audit_seal where tenant_id = ${own.tenantId}`).toHaveLength(0);
});

const aPendingCompany = async (own: TestCompany) => {
  const created = await createCompany(own.app.db, own.app.services, {
    name: "Pending",
    email: "pending@example.com",
    password: "correct horse battery",
    shop: "Shop",
    timeZone: "Europe/Prague",
    language: "cs",
    country: "CZ",
    currency: "CZK",
    purpose: "Newsletter",
    sender: "shop@pending.example",
    pending: true,
  });
  const api = createApi(own.server, created.tenant, { authorization: `Bearer ${created.apiKey}` });
  return { api, db: own.app.db.forTenant(created.tenantId), tenantId: created.tenantId };
};

it("lets a pending company send after the operator approves it", async () => {
  const own = await company();
  const { services } = own.app;
  const pending = await aPendingCompany(own);
  await lifecycle.reviewCompany(pending.db, services);
  expect(await getLifecycle(pending)).toMatchObject({ sendingState: "pending", reason: "review" });
  await lifecycle.approveCompany(pending.db, services);
  expect(await getLifecycle(pending)).toMatchObject({ sendingState: "live", reason: null });
  expect(await readNotifications(pending)).toEqual([{ type: "sending_approved", params: {} }]);
  await expect(lifecycle.approveCompany(pending.db, services)).rejects.toMatchObject({ code: "conflict" });
});

it("approves a pending company with a verified domain and sender where that is the rule", async () => {
  const own = await company();
  const services = { ...own.app.services, config: { ...own.app.services.config, reviewRule: "domain" as const } };
  const { db, tenantId, ...pending } = await aPendingCompany(await company());
  await lifecycle.reviewCompany(db, services);
  expect((await getLifecycle(pending)).sendingState).toBe("pending");
  await db.sql`
    insert into sending_domain (tenant_id, domain, dkim_selector, dkim_private_key, dkim_public_key, verified_at, created_at)
    values (${tenantId}, 'pending.example', 's', '\\x00', 'p', now(), now())`;
  await lifecycle.reviewCompany(db, services);
  expect((await getLifecycle(pending)).sendingState).toBe("live");
});

const sent = async ({ ctx, tenantId, clock }: TestCompany, counts: Record<string, number>): Promise<void> => {
  for (const [metric, n] of Object.entries(counts)) {
    await ctx.db.sql`
      insert into company_hourly_stat (tenant_id, hour, metric, n)
      values (${tenantId}, date_trunc('hour', ${clock.now()}::timestamptz), ${metric}, ${n})
      on conflict (tenant_id, hour, metric) do update set n = company_hourly_stat.n + excluded.n`;
  }
};

it.each([
  { counts: { sent: 2000, complained: 11 }, reason: "complaints", rate: 0.55, limit: 0.5 },
  { counts: { sent: 2000, hard: 201 }, reason: "bounces", rate: 10.05, limit: 10 },
])(
  "suspends a company with too many $reason, tells it and lifts that by the operator",
  async ({ counts, ...facts }) => {
    const own = await company();
    const { services } = own.app;
    await sent(own, counts);
    await lifecycle.reviewCompany(own.ctx.db, services);
    await lifecycle.reviewCompany(own.ctx.db, services);
    expect(await getLifecycle(own)).toMatchObject({ sendingState: "suspended", reason: facts.reason });
    expect(await readNotifications(own)).toEqual([{ type: "sending_suspended", params: { ...facts, sent: 2000 } }]);
    own.clock.advance(hours(2));
    await lifecycle.approveCompany(own.ctx.db, services);
    await lifecycle.reviewCompany(own.ctx.db, services);
    expect((await getLifecycle(own)).sendingState).toBe("live");
  },
);

it("suspends nobody for few messages, for rates below the limits or for what is older than 7 days", async () => {
  const own = await company();
  const { services } = own.app;
  const review = async () => {
    await lifecycle.reviewCompany(own.ctx.db, services);
    return (await getLifecycle(own)).sendingState;
  };
  await sent(own, { sent: 999, complained: 500 });
  expect(await review()).toBe("live");
  own.clock.advance(days(8));
  await sent(own, { sent: 2000, complained: 10, hard: 200 });
  expect(await review()).toBe("live");
});

it("is suspended by the operator", async () => {
  const own = await company();
  await lifecycle.suspendCompany(own.ctx.db, own.app.services);
  expect(await getLifecycle(own)).toMatchObject({ sendingState: "suspended", reason: "operator" });
  await expect(lifecycle.suspendCompany(own.ctx.db, own.app.services)).rejects.toMatchObject({ message: "status" });
});

const deletionRequestedAndCancelled = async (own: TestCompany) => {
  const admin = await asAdmin(own);
  await admin.ok("requestCompanyDeletion", { body: { confirm: true } });
  await admin.ok("cancelCompanyDeletion");
};

it("stays suspended when the company requests its deletion and cancels it", async () => {
  holdClock();
  const own = await company();
  const admin = await asAdmin(own);
  await lifecycle.suspendCompany(own.ctx.db, own.app.services);
  const suspended = { sendingState: "suspended", reason: "operator", since: own.clock.now().toISOString() };
  own.clock.advance(minutes(5));
  const deletion = await admin.ok("requestCompanyDeletion", { body: { confirm: true } });
  expect(await getLifecycle(own)).toEqual({ ...suspended, deletion });
  await admin.ok("cancelCompanyDeletion");
  expect(await getLifecycle(own)).toEqual({ ...suspended, deletion: null });
});

it.each(["operator", "complaints"] as const)(
  "is suspended by %s while its deletion is requested, and stays so when that is cancelled",
  async (reason) => {
    const own = await company();
    const { services } = own.app;
    const admin = await asAdmin(own);
    await sent(own, { sent: 2000, complained: 20 });
    await admin.ok("requestCompanyDeletion", { body: { confirm: true } });
    if (reason === "operator") await lifecycle.suspendCompany(own.ctx.db, services);
    else await lifecycle.reviewCompany(own.ctx.db, services);
    expect(await getLifecycle(own)).toMatchObject({ sendingState: "suspended", reason });
    await admin.ok("cancelCompanyDeletion");
    expect(await getLifecycle(own)).toMatchObject({ sendingState: "suspended", reason, deletion: null });
  },
);

it("counts complaints since the last approval, whatever deletions were requested and cancelled meanwhile", async () => {
  const own = await company();
  const { services } = own.app;
  await sent(own, { sent: 2000, complained: 20 });
  own.clock.advance(hours(2));
  await deletionRequestedAndCancelled(own);
  await lifecycle.reviewCompany(own.ctx.db, services);
  expect(await getLifecycle(own)).toMatchObject({ sendingState: "suspended", reason: "complaints" });
  await lifecycle.approveCompany(own.ctx.db, services);
  await deletionRequestedAndCancelled(own);
  await lifecycle.reviewCompany(own.ctx.db, services);
  expect((await getLifecycle(own)).sendingState).toBe("live");
});

it("is approved while its deletion is requested, and sends again when that is cancelled", async () => {
  const own = await company();
  const { services } = own.app;
  const admin = await asAdmin(own);
  await lifecycle.suspendCompany(own.ctx.db, services);
  await admin.ok("requestCompanyDeletion", { body: { confirm: true } });
  await lifecycle.approveCompany(own.ctx.db, services);
  expect(await getLifecycle(own)).toMatchObject({ sendingState: "paused", reason: "deletion" });
  await expect(lifecycle.approveCompany(own.ctx.db, services)).rejects.toMatchObject({ message: "status" });
  await admin.ok("cancelCompanyDeletion");
  expect(await getLifecycle(own)).toMatchObject({ sendingState: "live", reason: null });
});

it("suspends a pending company, which only the operator then approves", async () => {
  const own = await company();
  const services = { ...own.app.services, config: { ...own.app.services.config, reviewRule: "domain" as const } };
  const pending = await aPendingCompany(own);
  await lifecycle.suspendCompany(pending.db, services);
  await lifecycle.reviewCompany(pending.db, services);
  expect(await getLifecycle(pending)).toMatchObject({ sendingState: "suspended", reason: "operator" });
  await lifecycle.approveCompany(pending.db, services);
  expect((await getLifecycle(pending)).sendingState).toBe("live");
});

it("exports every table of the company without secrets", async () => {
  const [own, other] = await Promise.all([company(), company()]);
  const { id: listId } = await own.aList();
  const { id, email } = await own.aContact({ listIds: [listId] });
  await other.aContact();
  const basicAuth = { login: "shop", password: "shop-password" };
  await own.api.ok("createAccountWebhook", {
    body: { url: "https://hooks.example.com/", event: "new_contact", active: true, basicAuth },
  });
  const folder = await mkdtemp(path.join(os.tmpdir(), "postrider-export-"));
  try {
    const exported = await exportCompany(own.ctx.db, own.app.services.files.store, folder);
    const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));
    expect(names).toEqual(expect.arrayContaining(["company.jsonl", "contact.jsonl", "list.jsonl", "person.jsonl"]));
    const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
    const lines = texts.flatMap((text) => text.trimEnd().split("\n"));
    expect(exported).toEqual({ tables: names.length, rows: lines.length, files: 0 });
    const contact: unknown = JSON.parse(await readFile(path.join(folder, "contact.jsonl"), "utf8"));
    expect(contact).toMatchObject({ id: Number(id), tenant_id: Number(own.tenantId), email });
    const all = texts.join("");
    for (const secret of [
      own.apiKey,
      basicAuth.password,
      "password_hash",
      "fingerprint_key",
      "key_hash",
      "token_hash",
    ]) {
      expect(all).not.toContain(secret);
    }
    expect(
      lines.filter((line) => /"tenant_id": ?\d/.test(line) && !line.includes(`"tenant_id": ${own.tenantId}`)),
    ).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("exports the contents of files: uploaded ones by their hash, those of imports and exports by their id", async () => {
  const own = await company();
  const { id, name } = await aFile(own, { name: "logo.png", bytes: await aPng() });
  const at = own.clock.now();
  const stored = await createFile(own.ctx.db, { name: "people.csv", at, expiresAt: addMs(at, days(1)) });
  await writeFile(own.ctx.db, stored, Readable.from([Buffer.from("email\n"), Buffer.from("jana@example.com\n")]));
  const folder = await mkdtemp(path.join(os.tmpdir(), "postrider-export-"));
  try {
    expect(await exportCompany(own.ctx.db, own.app.services.files.store, folder)).toMatchObject({ files: 2 });
    const read = (file: string) => readFile(path.join(folder, file));
    const asset = JSON.parse((await read("asset.jsonl")).toString());
    expect(asset).toMatchObject({ id: Number(id), name, hash: expect.stringMatching(/^\\x[0-9a-f]{64}$/) });
    expect((await readdir(path.join(folder, "files"))).map((hash) => `\\x${hash}`)).toEqual([asset.hash]);
    expect((await read(`stored_files/${stored}`)).toString()).toBe("email\njana@example.com\n");
  } finally {
    await rm(folder, { recursive: true });
  }
});

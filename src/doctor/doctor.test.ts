import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SMTPServer } from "smtp-server";
import { copyTemplate, databaseUrl, databaseUrls } from "../../tests/harness/servers/database.ts";
import { readConfig } from "../config/config.ts";
import { connect, type Sql } from "../db/client.ts";
import { openPool } from "../db/tenant.ts";
import { dkimKeyAssociatedData } from "../features/sending/outgoing-sender.ts";
import { insertAuditEntry } from "../journal/audit.ts";
import { sealEntries } from "../journal/audit-chain.ts";
import { encrypt, fixedDataKey } from "../kernel/encryption.ts";
import type { Check } from "./check.ts";
import { upsertUntrustedProxy } from "../http/untrusted-proxy.queries.ts";
import { checkDataKey, checkParkedEntries, checkProxy, checkWorkers, judgeSkew } from "./database.ts";
import { runChecks } from "./doctor.ts";
import { checkDataFolder, checkNode, judgeDiskSpace } from "./machine.ts";
import { checkMail } from "./mail.ts";
import { checkPublicUrl } from "./settings.ts";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "postrider-doctor-"));
let url = "";
let sql: Sql;

beforeAll(async () => {
  url = databaseUrl(await copyTemplate());
  sql = connect(url, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  rmSync(dataDir, { recursive: true, force: true });
});

const stateOf = ({ state }: Check) => state;
const byName = (checks: readonly Check[]) => Object.fromEntries(checks.map(({ name, state }) => [name, state]));

describe("a proxy in front", () => {
  const settings = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env });
  const now = new Date("2026-05-01T12:00:00Z");
  const stateWith = async (env: Record<string, string>) => stateOf(await checkProxy(sql, settings(env), now));

  it("is reported unless TRUST_PROXY is set", async () => {
    expect(await stateWith({})).toBe("ok");
    expect(await stateWith({ PUBLIC_URL: "https://mail.example.com" })).toBe("warn");
    await upsertUntrustedProxy({ sql }, new Date("2026-04-30T12:00:00Z"));
    expect(await checkProxy(sql, settings({}), now)).toMatchObject({
      state: "warn",
      advice: expect.stringContaining("Set TRUST_PROXY=1"),
    });
    expect(await stateWith({ TRUST_PROXY: "1" })).toBe("ok");
    await sql`delete from untrusted_proxy`;
  });
});

it("lists parked journal entries by company and reader", async () => {
  const [{ tenantId, guid } = { tenantId: "", guid: "" }] = await sql<{ tenantId: string; guid: string }[]>`
    insert into company (name, fingerprint_key) values ('Parked', ${randomBytes(32)}) returning tenant_id, guid`;
  for (const id of [1, 2])
    await sql`
      insert into parked_journal_entry (tenant_id, reader, tx, id, type, error_class, error_message, attempts, parked_at)
      values (${tenantId}, 'lists.notices', 1, ${id}, 'list_added', 'TypeError', ${`no ${id}`}, 6, now() + ${id} * interval '1 s')`;
  expect(await checkParkedEntries(sql)).toMatchObject({
    name: "journal",
    state: "warn",
    message: `Entries are parked: 2 of lists.notices, company ${guid} (TypeError: no 2).`,
  });
  await sql`delete from parked_journal_entry`;
  await sql`delete from company`;
});

describe("all checks", () => {
  it("pass for a prepared database with a key", async () => {
    const { pathname } = new URL(url);
    const application = databaseUrls(pathname.slice(1)).applicationUrl;
    const urls = { DATABASE_URL: application, DATABASE_OWNER_URL: url };
    const config = readConfig({ ...urls, DATA_DIR: dataDir, DATA_KEY: randomBytes(32).toString("base64") });
    const { disk_space: _, ...states } = byName(await runChecks(config));
    expect(states).toEqual({
      node: "ok",
      configuration: "ok",
      data_folder: "ok",
      time_zones: "ok",
      public_url: "ok",
      mail: "ok",
      database: "ok",
      extensions: "ok",
      migrations: "ok",
      data_key: "ok",
      clock: "ok",
      workers: "ok",
      audit_log: "ok",
      journal: "ok",
      proxy: "ok",
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it("warn when the application may change the audit log, and fail when somebody did", async () => {
    const own = databaseUrl(await copyTemplate());
    const owner = connect(own, { max: 1 });
    try {
      const [created] = await owner<{ tenantId: string }[]>`
        insert into company (name, guid, time_zone, language, fingerprint_key, created_at)
        values ('Company', gen_random_uuid(), 'UTC', 'cs', sha256('key'), now()) returning tenant_id`;
      const db = openPool(own, 1);
      const tenant = db.forTenant(created?.tenantId ?? "");
      const entry = { operation: "test", object: { kind: "company", id: null }, actor: { kind: "operator" } } as const;
      await insertAuditEntry(tenant, { ...entry, at: new Date() });
      await sealEntries(tenant, "all");
      await db.close();
      const check = async () =>
        (await runChecks(readConfig({ DATABASE_URL: own, DATA_DIR: dataDir }))).find(
          ({ name }) => name === "audit_log",
        );
      expect(await check()).toMatchObject({ state: "warn", message: expect.stringContaining("owns the tables") });
      await owner`update audit_entry set operation = 'changed'`;
      expect(await check()).toMatchObject({ state: "fail", message: expect.stringContaining("was changed") });
      await owner`delete from audit_seal`;
      expect(await check()).toMatchObject({
        state: "fail",
        message: `Entry 1 of the audit log of company ${tenant.tenantId} was the last one and is missing.`,
      });
      await owner`update audit_head set deleted_at = now()`;
      expect(await check()).toMatchObject({
        state: "fail",
        message: `The audit log of company ${tenant.tenantId} was deleted, but the company exists.`,
      });
    } finally {
      await owner.end();
    }
  });

  it("list what is pending in an empty database", async () => {
    const empty = databaseUrl(await copyTemplate("template1"));
    const checks = byName(await runChecks(readConfig({ DATABASE_URL: empty, DATA_DIR: dataDir })));
    expect(checks).toMatchObject({ database: "ok", migrations: "warn", workers: "warn", data_key: "warn" });
  });

  it("inspect an installation that was never started without creating it", async () => {
    const folder = path.join(dataDir, "never", "started");
    expect(byName(await runChecks(readConfig({ DATA_DIR: folder })))).toMatchObject({
      data_folder: "ok",
      database: "warn",
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it("never show a password", async () => {
    const wrong = new URL(url);
    wrong.password = "hunter2";
    for (const database of [wrong.href, "postgres://u:hunter2@127.0.0.1:1/x"]) {
      const config = readConfig({
        DATABASE_URL: database,
        DATA_DIR: dataDir,
        MAIL_MODE: "live",
        SMTP_URL: "smtp://user:hunter2@127.0.0.1:1",
      });
      const checks = await runChecks(config);
      expect(byName(checks)).toMatchObject({ database: "fail", mail: "fail" });
      expect(JSON.stringify(checks)).not.toContain("hunter2");
    }
  });
});

describe("machine", () => {
  it.each([
    ["20.18.3", "fail"],
    ["20.19.0", "ok"],
    ["22.1.0", "ok"],
  ])("Node.js %s: %s", (version, state) => {
    expect(stateOf(checkNode(version))).toBe(state);
  });

  it.each([
    [199e6, "fail"],
    [1.9e9, "warn"],
    [2.1e9, "ok"],
  ])("%d free bytes: %s", (bytes, state) => {
    expect(stateOf(judgeDiskSpace(bytes))).toBe(state);
  });

  it("reports an unusable data folder", async () => {
    const file = path.join(dataDir, "file");
    writeFileSync(file, "");
    expect(stateOf(await checkDataFolder(file))).toBe("fail");
    rmSync(file);
  });
});

describe("public address", () => {
  it.each([
    ["127.0.0.1", [], "ok"],
    ["0.0.0.0", [], "warn"],
    ["0.0.0.0", ["https://mail.example.com"], "ok"],
    ["127.0.0.1", ["http://mail.example.com"], "warn"],
    ["127.0.0.1", ["http://localhost:8080"], "ok"],
    ["0.0.0.0", ["mail.example.com"], "fail"],
  ])("HOST %s, PUBLIC_URL %j: %s", (host, publicUrls, state) => {
    expect(stateOf(checkPublicUrl({ host, publicUrls }))).toBe(state);
  });
});

describe("mail", () => {
  const check = (mailMode: "live" | "off" | "folder", smtpUrl?: string) => checkMail({ mailMode, smtpUrl, dataDir });

  async function listening(server: { listen(port: number, host: string, done: () => void): unknown }) {
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
  }

  it("warns when it is off and needs a relay when it is live", async () => {
    expect(stateOf(await check("off"))).toBe("warn");
    expect(await check("live")).toMatchObject({ state: "fail", message: "MAIL_MODE=live needs SMTP_URL." });
    expect(stateOf(await check("live", "http://relay"))).toBe("fail");
  });

  it("connects to the relay without sending a message", async () => {
    const envelopes: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      onMailFrom: (address, _, done) => {
        envelopes.push(address.address);
        done();
      },
    });
    await listening(server);
    const address = server.server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    expect(await check("live", `smtp://127.0.0.1:${port}?tls=never`)).toMatchObject({ state: "ok" });
    expect(envelopes).toEqual([]);
    server.close();
  });

  it("distinguishes a relay that refuses from one that is unreachable", async () => {
    const server = net.createServer((socket) => socket.end("554 go away\r\n"));
    await listening(server);
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    expect(await check("live", `smtp://127.0.0.1:${port}`)).toMatchObject({ state: "fail" });
    server.close();
    expect(await check("live", "smtp://127.0.0.1:1")).toMatchObject({
      state: "fail",
      message: "The relay 127.0.0.1:1 is unreachable.",
    });
  });
});

describe("data key, clock and workers", () => {
  it("reports whether the key decrypts the stored values", async () => {
    const [key, other] = [randomBytes(32), randomBytes(32)];
    const [person] = await sql<{ id: string }[]>`
      insert into person (email, password_hash) values ('doctor@example.com', 'x') returning id`;
    const id = String(person?.id);
    await sql`update person set totp_secret = ${encrypt(fixedDataKey(key), `person:${id}:totp`, "SECRET")} where id = ${id}`;
    expect(stateOf(await checkDataKey(sql, { dataKey: [key], dataDir, databaseUrl: url }))).toBe("ok");
    expect(stateOf(await checkDataKey(sql, { dataKey: [other], dataDir, databaseUrl: url }))).toBe("fail");
    expect(stateOf(await checkDataKey(sql, { dataKey: undefined, dataDir, databaseUrl: url }))).toBe("fail");
    writeFileSync(path.join(dataDir, "data.key"), "cut off");
    expect(stateOf(await checkDataKey(sql, { dataKey: undefined, dataDir, databaseUrl: url }))).toBe("fail");
    rmSync(path.join(dataDir, "data.key"));
    await sql`update person set totp_secret = null where id = ${id}`;
  });

  it("uses the keys of domains when nobody uses two-factor sign-in", async () => {
    const [key, other] = [randomBytes(32), randomBytes(32)];
    await sql.begin(async (own) => {
      // The company does not matter.
      await own`set local session_replication_role = replica`;
      await own`
        insert into sending_domain (tenant_id, domain, dkim_selector, dkim_private_key, dkim_public_key, created_at)
        values (7, 'example.org', 's', ${encrypt(fixedDataKey(key), dkimKeyAssociatedData("7"), "SECRET")}, '', now())`;
    });
    expect(stateOf(await checkDataKey(sql, { dataKey: [key], dataDir, databaseUrl: url }))).toBe("ok");
    expect(stateOf(await checkDataKey(sql, { dataKey: [other], dataDir, databaseUrl: url }))).toBe("fail");
    await sql`delete from sending_domain`;
  });

  it.each([
    [1900, "ok"],
    [2100, "warn"],
    [61_000, "fail"],
  ])("a clock that differs by %d ms: %s", (skewMs, state) => {
    expect(stateOf(judgeSkew(skewMs))).toBe(state);
  });

  it("reports that no worker is running", async () => {
    await sql`insert into pgboss.job (name, start_after, created_on)
      values ('maintenance', now() - interval '9 minutes', now() - interval '1 hour')`;
    expect(stateOf(await checkWorkers(sql))).toBe("ok");
    await sql`update pgboss.job set start_after = now() - interval '11 minutes'`;
    expect(await checkWorkers(sql)).toMatchObject({ state: "warn", message: expect.stringContaining("11 minutes") });
  });
});

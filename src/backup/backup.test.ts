import { randomBytes, randomUUID } from "node:crypto";
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip, gunzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { copyTemplate, databaseUrl, databaseUrls } from "../../tests/harness/servers/database.ts";
import { prepareDatabase } from "../composition/prepare-database.ts";
import { readConfig } from "../config/config.ts";
import { connect, type Sql } from "../db/client.ts";
import { appliedMigrations, migrate, readMigrations } from "../db/migrate.ts";
import { openPool, type Database } from "../db/tenant.ts";
import { insertAuditEntry } from "../journal/audit.ts";
import { purgeEntries, sealEntries, verifyChain } from "../journal/audit-chain.ts";
import { contactCreated } from "../journal/events.ts";
import { appendEntries, openCursor, readEntries } from "../journal/journal.ts";
import { createJournalPartitions } from "../journal/partitions.ts";
import { addMonths } from "../kernel/local-time.ts";
import { writeBackup } from "./dump.ts";
import { chunkBytes } from "./format.ts";
import { createProgress } from "./progress.ts";
import { listTables } from "./queries.ts";
import { restoreBackup } from "./restore.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-backup-"));
const opened: { end(): Promise<void> }[] = [];
const quiet = () => createProgress({ isTTY: false, write: () => true }, "Test");
const never = new AbortController().signal;

afterEach(async () => {
  await Promise.all(opened.splice(0).map((sql) => sql.end()));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Place = { name: string; url: string; dataDir: string };

async function aPlace(template: string): Promise<Place> {
  const name = await copyTemplate(template);
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  return { name, url: databaseUrl(name), dataDir };
}

/** Migrated and without a company, as after the first start: a backup reads every partition. */
const aPreparedPlace = () => aPlace("template_few_partitions");
const aSource = aPreparedPlace;
const anEmptyPlace = () => aPlace("template1");

function open({ url }: Place): Sql {
  const sql = connect(url, { max: 2 });
  opened.push(sql);
  return sql;
}

function openDatabase({ url }: Place): Database {
  const db = openPool(url, 2);
  opened.push({ end: () => db.close() });
  return db;
}

const backup = async (place: Place) => {
  const file = path.join(place.dataDir, "copy.backup");
  const summary = await writeBackup({
    ...place,
    file,
    product: "1.2.3",
    at: new Date(),
    progress: quiet(),
    signal: never,
  });
  return { file, summary };
};

const restore = ({ name, url, dataDir }: Place, file: string) =>
  restoreBackup({
    url,
    dataDir,
    file,
    progress: quiet(),
    signal: never,
    prepare: () => prepareDatabase(readConfig({}), databaseUrls(name)),
  });

async function aCompany(sql: Sql): Promise<string> {
  const [row] = await sql<{ tenantId: string }[]>`
    insert into company (name, fingerprint_key) values ('Pošta', ${randomBytes(32)}) returning tenant_id`;
  return String(row?.tenantId);
}

const hardText = "back\\slash \\N \\. \t tab \n line \r return \"quotes\" 'one' žluťoučký 😀 \u0001";

async function aShop(sql: Sql, tenantId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into shop (tenant_id, name, language, country, currencies, phone_country, created_at)
    values (${tenantId}, ${hardText}, 'cs', 'CZ', ${["CZK", 'E"U{R', "", "NULL"]}, 'CZ', now()) returning id`;
  return String(row?.id);
}

async function manyContacts(sql: Sql, tenantId: string, count: number): Promise<void> {
  const shopId = await aShop(sql, tenantId);
  await sql`
    insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, note,
      custom_fields, blacklisted_at, search, grams, name_key, birthday)
    select ${tenantId}, 'c' || n || '@example.com', sha256(n::text::bytea), ${shopId},
      (array['subscribed', 'pending', 'unsubscribed'])[1 + n % 3], now() - n * interval '1 second', 'test', now(),
      case n % 3 when 0 then null when 1 then '' else ${hardText} || n end,
      jsonb_build_object('1', ${hardText}::text), case when n % 5 = 0 then now() end, 'c' || n, array[n, 7], '', date '2000-02-29'
    from generate_series(1, ${count}) n`;
}

async function readContent(sql: Sql): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const { name } of await listTables(sql)) {
    const without = name.startsWith("journal") ? sql`to_jsonb(t) - 'tx'` : sql`to_jsonb(t)`;
    content[name] = [...(await sql`select ${without} as row from ${sql(name)} t order by ${without}::text`)];
  }
  return content;
}

describe("a backup that is restored", () => {
  it("into an empty database contains every row, generated columns and special characters included", async () => {
    const [source, target] = [await aSource(), await anEmptyPlace()];
    const sql = open(source);
    const tenantId = await aCompany(sql);
    await manyContacts(sql, tenantId, 300);
    await sql`delete from price_tier where currency = 'EUR'`;
    await createJournalPartitions(sql, new Date("2024-11-15T00:00:00Z"), new Date("2024-12-15T00:00:00Z"));
    await appendEntries(openDatabase(source).forTenant(tenantId), [
      contactCreated.entry({
        at: new Date("2024-11-30T23:59:59.999Z"),
        contactId: "1",
        payload: { source: hardText, to: "subscribed" },
      }),
    ]);
    const { file, summary } = await backup(source);
    await restore(target, file);
    const content = await readContent(sql);
    expect(await readContent(open(target))).toEqual(content);
    expect(content["contact"]).toHaveLength(300);
    expect(summary).toMatchObject({ tables: Object.keys(content).length, bytes: statSync(file).size, files: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("continues sequences, past ids of deleted rows", async () => {
    const [source, target] = [await aSource(), await aPreparedPlace()];
    const sql = open(source);
    const tenantId = await aCompany(sql);
    await manyContacts(sql, tenantId, 20);
    await sql`delete from contact where id > 10`;
    await restore(target, (await backup(source)).file);
    const restored = open(target);
    await manyContactsAgain(restored, tenantId);
    expect(await restored`select max(id)::int as id from contact`).toEqual([{ id: 21 }]);
    expect(await aCompany(restored)).toBe(String(Number(tenantId) + 1));
  });

  it("contains rows longer than a chunk and tables of many chunks", async () => {
    const [source, target] = [await aSource(), await aPreparedPlace()];
    const sql = open(source);
    const tenantId = await aCompany(sql);
    const params = { text: `${"ž\n\\".repeat(chunkBytes / 4)}end` };
    for (const size of [1, chunkBytes, 3]) {
      await sql`
        insert into background_action (tenant_id, type, params, created_at)
        values (${tenantId}, 'x', ${JSON.stringify(size > 5 ? params : { size })}::jsonb, now())`;
    }
    await sql`
      insert into idempotency (tenant_id, key_hash, request_hash, created_at, answer)
      select ${tenantId}, sha256(n::text::bytea), '\\x00', now(), repeat(md5(n::text), 1000)
      from generate_series(1, 600) n`;
    const { file } = await backup(source);
    await restore(target, file);
    const sums = (of: Sql) => of`
      select (select md5(string_agg(params::text, ',' order by id)) from background_action) as actions,
        (select md5(string_agg(answer, ',' order by key_hash)) from idempotency) as answers`;
    expect(await sums(open(target))).toEqual(await sums(sql));
  });

  it("contains the audit log, whose chain ends at its head and is continued", async () => {
    const [source, target] = [await aSource(), await aPreparedPlace()];
    const act = { actor: { kind: "operator" }, operation: "test", object: { kind: "company", id: null } } as const;
    const tenantId = await aCompany(open(source));
    const sealEntry = async (place: Place, at: Date) => {
      const db = openDatabase(place).forTenant(tenantId);
      await insertAuditEntry(db, { ...act, at });
      await sealEntries(db, "all");
      await purgeEntries(db);
      return verifyChain(db);
    };
    await sealEntry(source, addMonths(new Date(), -25));
    await sealEntry(source, new Date());
    await restore(target, (await backup(source)).file);
    expect(await sealEntry(target, new Date())).toEqual({ sealed: 3, fault: undefined, overdue: 0 });
    await open(target)`delete from audit_seal`;
    expect(await verifyChain(openDatabase(target).forTenant(tenantId))).toMatchObject({
      fault: { n: "3", reason: "cut" },
    });
  });

  it("contains stored files", async () => {
    const [source, target] = [await aSource(), await aPreparedPlace()];
    await aCompany(open(source));
    const picture = randomBytes(3_000_000);
    const long = `${"složka/".repeat(20)}obrázek.png`;
    for (const [name, content] of [
      [long, picture],
      ["empty.txt", Buffer.alloc(0)],
    ] as const) {
      const file = path.join(source.dataDir, "files", name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const { file, summary } = await backup(source);
    expect(summary.files).toBe(2);
    await restore(target, file);
    expect(readFileSync(path.join(target.dataDir, "files", long)).equals(picture)).toBe(true);
    expect(statSync(path.join(target.dataDir, "files", "empty.txt")).size).toBe(0);
    expect(readdirSync(target.dataDir)).toEqual(["files"]);
  });
});

async function manyContactsAgain(sql: Sql, tenantId: string): Promise<void> {
  await sql`
    insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, search, grams, name_key)
    select ${tenantId}, 'again@example.com', '\\x01', id, 'subscribed', now(), 'test', now(), '', '{}', '' from shop limit 1`;
}

describe("the journal after a restore", () => {
  const entry = (source: string) =>
    contactCreated.entry({ at: new Date(), contactId: "1", payload: { source, to: "subscribed" } });

  /** Waits for this many entries; transactions of other tests in the same server may delay the newest. */
  async function read(db: Database, tenantId: string, count: number): Promise<unknown[]> {
    const words: unknown[] = [];
    await vi.waitFor(
      async () => {
        await readEntries(
          db.forTenant(tenantId),
          "test",
          async (_, entries) => {
            words.push(...entries.map(({ payload }) => payload.source));
          },
          { events: [contactCreated], limit: Math.max(1, count - words.length) },
        );
        if (words.length < count) throw new Error(`heard ${words.length} of ${count}`);
      },
      { timeout: 10_000, interval: 1 },
    );
    return words;
  }

  it("gives a reader the unread entries, then new ones, each once", async () => {
    const [source, target] = [await aSource(), await aPreparedPlace()];
    const tenantId = await aCompany(open(source));
    const before = openDatabase(source);
    await openCursor(before.forTenant(tenantId), "test");
    for (const word of ["read 1", "read 2", "unread 1", "unread 2"])
      await appendEntries(before.forTenant(tenantId), [entry(word)]);
    expect(await read(before, tenantId, 2)).toEqual(["read 1", "read 2"]);
    await restore(target, (await backup(source)).file);
    expect(await open(target)`select bool_and(tx < 0) as below from journal`).toEqual([{ below: true }]);
    const after = openDatabase(target);
    await appendEntries(after.forTenant(tenantId), [entry("new 1")]);
    expect(await read(after, tenantId, 3)).toEqual(["unread 1", "unread 2", "new 1"]);
    await appendEntries(after.forTenant(tenantId), [entry("new 2")]);
    expect(await read(after, tenantId, 1)).toEqual(["new 2"]);
    expect(await read(after, tenantId, 0)).toEqual([]);
  });

  it("keeps its order through a second backup and restore", async () => {
    const [source, middle, target] = [await aSource(), await aPreparedPlace(), await aPreparedPlace()];
    const tenantId = await aCompany(open(source));
    const first = openDatabase(source);
    await openCursor(first.forTenant(tenantId), "test");
    for (const word of ["read", "unread 1"]) await appendEntries(first.forTenant(tenantId), [entry(word)]);
    expect(await read(first, tenantId, 1)).toEqual(["read"]);
    await restore(middle, (await backup(source)).file);
    await appendEntries(openDatabase(middle).forTenant(tenantId), [entry("unread 2")]);
    await restore(target, (await backup(middle)).file);
    expect(await read(openDatabase(target), tenantId, 2)).toEqual(["unread 1", "unread 2"]);
  });
});

describe("a backup of another version", () => {
  async function anOldSource() {
    const source = await anEmptyPlace();
    await migrate(source.url, { upTo: readMigrations().at(-2)?.number ?? 0 });
    await aCompany(open(source));
    return source;
  }

  it("that is older is migrated", async () => {
    const { file } = await backup(await anOldSource());
    const target = await anEmptyPlace();
    await restore(target, file);
    const sql = open(target);
    expect(await appliedMigrations(sql)).toEqual(readMigrations().map(({ number }) => number));
    expect(await sql`select name from company`).toEqual([{ name: "Pošta" }]);
  });

  it("that is older is not loaded into a newer schema", async () => {
    const { file } = await backup(await anOldSource());
    await expect(restore(await aSource(), file)).rejects.toThrow("newer than the backup");
  });

  it("of the first numbering of migrations is refused before any change", async () => {
    const source = await aSource();
    await open(source)`insert into schema_migration (number, name) values (50, 'of_the_first_numbering')`;
    const { file } = await backup(source);
    const target = await anEmptyPlace();
    await expect(restore(target, file)).rejects.toThrow("older than this version can restore");
    expect(await listTables(open(target))).toEqual([]);
  });

  it("that is newer is refused before any change", async () => {
    const source = await aSource();
    await open(source)`insert into schema_migration (number, name) values (9999, 'future')`;
    const { file } = await backup(source);
    const target = await anEmptyPlace();
    await expect(restore(target, file)).rejects.toThrow("created by Postrider 1.2.3, whose schema is newer");
    expect(await listTables(open(target))).toEqual([]);
  });
});

describe("a restore refuses", () => {
  let original: string;

  beforeAll(async () => {
    const source = await aSource();
    const sql = open(source);
    await manyContacts(sql, await aCompany(sql), 2000);
    ({ file: original } = await backup(source));
  });

  function aBackup() {
    const file = path.join(folder, `${randomUUID()}.backup`);
    copyFileSync(original, file);
    return { file };
  }

  async function companiesIn(place: Place): Promise<number> {
    const sql = open(place);
    const [table] = await sql`select to_regclass('company') is not null as exists`;
    return table?.["exists"] === true ? Number((await sql`select count(*) from company`)[0]?.["count"]) : 0;
  }

  it("a truncated file", async () => {
    const { file } = aBackup();
    const content = readFileSync(file);
    const target = await anEmptyPlace();
    for (const length of [0, 5, 1000, Math.floor(content.length / 2), content.length - 9, content.length - 1]) {
      writeFileSync(file, content.subarray(0, length));
      await expect(restore(target, file), `${length} bytes`).rejects.toThrow(
        /damaged, incomplete or not a Postrider backup/,
      );
    }
    expect(await companiesIn(target)).toBe(0);
  });

  /** A repeated text may be copied from another occurrence. */
  function isSameInside(left: Buffer, right: Buffer): boolean {
    try {
      return gunzipSync(left).equals(gunzipSync(right));
    } catch {
      return false;
    }
  }

  it("a file with a changed byte", async () => {
    const { file } = aBackup();
    const content = readFileSync(file);
    const target = await anEmptyPlace();
    for (let place = 12; place < content.length; place += Math.ceil(content.length / 25)) {
      const changed = Buffer.from(content);
      changed[place] = (changed[place] ?? 0) ^ 16;
      if (isSameInside(changed, content)) continue;
      writeFileSync(file, changed);
      await expect(restore(target, file), `byte ${place}`).rejects.toThrow(
        /damaged, incomplete or not a Postrider backup/,
      );
    }
    expect(await companiesIn(target)).toBe(0);
  });

  it("an archive of another kind", async () => {
    const target = await anEmptyPlace();
    for (const name of ["holiday.jpg", "manifest.json", "tables/company/000001.copy"]) {
      const archive = pack();
      archive.entry({ name }, randomBytes(200_000));
      archive.finalize();
      const file = path.join(target.dataDir, "other.tar.gz");
      await pipeline(archive, createGzip(), createWriteStream(file));
      await expect(restore(target, file)).rejects.toThrow(/damaged, incomplete or not a Postrider backup/);
    }
  });

  it("a missing file", async () => {
    await expect(restore(await anEmptyPlace(), "/nowhere/x.backup")).rejects.toThrow(
      "There is no file /nowhere/x.backup",
    );
  });

  it("a database with a company", async () => {
    const { file } = aBackup();
    const target = await aSource();
    const sql = connect(target.url, { max: 1 });
    await aCompany(sql);
    await sql.end();
    await expect(restore(target, file)).rejects.toThrow("database is not empty");
    expect(await companiesIn(target)).toBe(1);
  });

  it("a database that another process uses", async () => {
    const { file } = aBackup();
    const target = await anEmptyPlace();
    await open(target)`select 1`;
    await expect(restore(target, file)).rejects.toThrow("Stop it first");
  });

  it("rows that the database rejects, and leaves it empty", async () => {
    const { file } = aBackup();
    const target = await aSource();
    const sql = connect(target.url, { max: 1 });
    await sql`alter table shop add constraint no_shop check (name = 'none')`;
    await sql.end();
    await expect(restore(target, file)).rejects.toThrow('violates check constraint "no_shop"');
    expect(await companiesIn(target)).toBe(0);
    expect(existsSync(path.join(target.dataDir, "files.restoring"))).toBe(false);
  });
});

describe("stopped in the middle", () => {
  /** Aborts when rows of a table are read. */
  function stopAt(table: string) {
    const stop = new AbortController();
    const progress = {
      show: (_: number, label: string) => {
        if (label === table) stop.abort();
      },
      end: () => undefined,
    };
    return { signal: stop.signal, progress };
  }

  async function aFullSource() {
    const source = await aSource();
    const sql = open(source);
    await manyContacts(sql, await aCompany(sql), 5000);
    return source;
  }

  it("a backup leaves no file", async () => {
    const source = await aFullSource();
    const file = path.join(source.dataDir, "copy.backup");
    const job = { ...source, file, product: "1.2.3", at: new Date(), ...stopAt("contact") };
    await expect(writeBackup(job)).rejects.toThrow("aborted");
    expect(readdirSync(source.dataDir)).toEqual([]);
  });

  it("a restore leaves no rows, and can be repeated", async () => {
    const { file } = await backup(await aFullSource());
    const target = await anEmptyPlace();
    const prepare = () => prepareDatabase(readConfig({}), databaseUrls(target.name));
    await expect(restoreBackup({ ...target, file, prepare, ...stopAt("contact") })).rejects.toThrow("stopped");
    const sql = connect(target.url, { max: 1 });
    expect(await sql`select count(*)::int as companies from company`).toEqual([{ companies: 0 }]);
    await sql.end();
    expect(await restore(target, file)).toMatchObject({ files: 0 });
  });
});

it("pauses active automations, because messages sent after the backup are unknown to it", async () => {
  const source = await aSource();
  const sql = open(source);
  const tenantId = await aCompany(sql);
  const shopId = await aShop(sql, tenantId);
  for (const status of ["draft", "active", "paused"]) {
    await sql`
      insert into automation (tenant_id, name, shop_id, status, version, search, created_at)
      values (${tenantId}, ${status}, ${shopId}, ${status}, 1, '', now())`;
  }
  const { file } = await backup(source);
  const place = await aPreparedPlace();
  await restore(place, file);
  const restored = open(place);
  const rows = await restored<{ name: string; status: string }[]>`select name, status from automation order by id`;
  expect(rows.map(({ name, status }) => `${name}: ${status}`)).toEqual([
    "draft: draft",
    "active: paused",
    "paused: paused",
  ]);
  const notifications = await restored<{ name: string }[]>`
    select params->>'name' as name from notification where type = 'automation_stopped'`;
  expect(notifications.map(({ name }) => name)).toEqual(["active"]);
});

it("pauses running campaigns, because messages sent after the backup are unknown to it", async () => {
  const source = await aSource();
  const sql = open(source);
  const tenantId = await aCompany(sql);
  const shopId = await aShop(sql, tenantId);
  for (const status of ["draft", "scheduled", "sending", "completed"]) {
    await sql`
      insert into campaign (tenant_id, name, shop_id, status, created_at)
      values (${tenantId}, ${status}, ${shopId}, ${status}, now())`;
  }
  const { file } = await backup(source);
  const place = await aPreparedPlace();
  await restore(place, file);
  const restored = open(place);
  const rows = await restored<{ name: string; status: string }[]>`select name, status from campaign order by id`;
  expect(rows.map(({ name, status }) => `${name}: ${status}`)).toEqual([
    "draft: draft",
    "scheduled: paused",
    "sending: paused",
    "completed: completed",
  ]);
  const notifications = await restored<{ name: string }[]>`
    select params->>'name' as name from notification where type = 'campaign_stopped' order by 1`;
  expect(notifications.map(({ name }) => name)).toEqual(["scheduled", "sending"]);
});

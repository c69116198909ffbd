import type { Config } from "../config/config.ts";
import { loadDataKey } from "../storage/data-key.ts";
import type { SqlTag } from "../db/client.ts";
import { appliedMigrations, readMigrations } from "../db/migrate.ts";
import { totpAssociatedData } from "../features/members/sessions/two-factor.ts";
import { dkimKeyAssociatedData } from "../features/sending/outgoing-sender.ts";
import { isBehindUntrustedProxy } from "../http/untrusted-proxy.ts";
import { decrypt } from "../kernel/encryption.ts";
import { fingerprintAssociatedData } from "../kernel/fingerprint-key.ts";
import { fail, ok, warn, type Check } from "./check.ts";
import * as queries from "./queries.ts";

const oldestVersion = 15;
const extensions = ["pg_trgm", "btree_gin"];

export async function checkVersion(sql: SqlTag): Promise<Check> {
  const { number, name } = await queries.findServerVersion(sql);
  if (number >= oldestVersion * 10_000) return ok("database", `PostgreSQL ${name}`);
  return fail("database", `PostgreSQL ${name} is too old.`, `Use PostgreSQL ${oldestVersion} or newer.`);
}

export async function checkExtensions(sql: SqlTag): Promise<Check> {
  const available = await queries.listAvailableExtensions(sql, extensions);
  const missing = extensions.filter((name) => !available.includes(name));
  if (missing.length === 0) return ok("extensions", extensions.join(", "));
  return fail(
    "extensions",
    `The database server lacks ${missing.join(" and ")}.`,
    "Install the contrib package of your PostgreSQL (postgresql-contrib).",
  );
}

export async function checkMigrations(sql: SqlTag): Promise<Check> {
  const applied = await appliedMigrations(sql);
  const known = readMigrations().map(({ number }) => number);
  const pending = known.filter((number) => !applied.includes(number));
  if (applied.some((number) => !known.includes(number))) {
    return fail(
      "migrations",
      "The database belongs to a newer version of Postrider.",
      "Install that version or a newer one.",
    );
  }
  if (pending.length > 0) {
    return warn("migrations", `${pending.length} migrations are pending.`, "Run `postrider migrate`.");
  }
  return ok("migrations", `The schema is up to date (${known.at(-1) ?? 0}).`);
}

type KeySettings = Pick<Config, "dataKey" | "dataDir" | "databaseUrl">;

export async function checkDataKey(sql: SqlTag, config: KeySettings): Promise<Check> {
  const encrypted = await queries.findEncryptedSecret(sql);
  const key = loadDataKey(config);
  const restoreKey = "Restore the old data key (DATA_KEY, or data.key in the data folder).";
  if (key === undefined) {
    if (encrypted !== undefined) return fail("data_key", "The data key of the stored secrets is missing.", restoreKey);
    if (config.databaseUrl === undefined) {
      return warn(
        "data_key",
        "There is no data key yet; `postrider start` creates one.",
        "After a restore, copy the old data.key to the data folder before starting.",
      );
    }
    return warn(
      "data_key",
      "There is no data key: two-factor sign-in and stored passwords do not work.",
      "Set DATA_KEY to the output of `openssl rand -base64 32`, the same for every process.",
    );
  }
  if (key.known().some(({ length }) => length !== 32))
    return fail("data_key", "The file data.key is damaged.", restoreKey);
  if (encrypted === undefined) return ok("data_key", "present; no secret is stored yet");
  try {
    decrypt(key, associatedDataOf(encrypted), encrypted.secret);
    return ok("data_key", "decrypts the stored secrets");
  } catch {
    return fail("data_key", "The data key does not decrypt the stored secrets.", restoreKey);
  }
}

function associatedDataOf({ kind, owner }: queries.EncryptedSecret): string {
  if (kind === "totp") return totpAssociatedData(owner);
  return kind === "dkim" ? dkimKeyAssociatedData(owner) : fingerprintAssociatedData(owner);
}

const warnSkewMs = 2000;
const failSkewMs = 60_000;

export async function checkClock(sql: SqlTag, now: () => Date): Promise<Check> {
  const before = now().getTime();
  const server = (await queries.findServerTime(sql)).getTime();
  const after = now().getTime();
  // The round trip time is not clock skew.
  return judgeSkew(Math.max(before - server, server - after, 0));
}

export function judgeSkew(skewMs: number): Check {
  const message = `The clocks of this machine and of the database differ by ${(skewMs / 1000).toFixed(1)} s.`;
  const advice = "Enable time synchronisation (NTP) on both machines.";
  if (skewMs > failSkewMs) return fail("clock", message, advice);
  if (skewMs > warnSkewMs) return warn("clock", message, advice);
  return ok("clock", "The clocks of this machine and of the database agree.");
}

type ProxySettings = Pick<Config, "trustProxy" | "publicUrls">;

export async function checkProxy(sql: SqlTag, config: ProxySettings, now: Date): Promise<Check> {
  if (config.trustProxy !== false) return ok("proxy", "TRUST_PROXY is set.");
  if (!(await isBehindUntrustedProxy({ sql }, config, now))) return ok("proxy", "No request came through a proxy.");
  return warn(
    "proxy",
    "Requests come through a proxy, but TRUST_PROXY is not set: all visitors have its address, and the failed sign-ins of one lock out all.",
    "Set TRUST_PROXY=1 for one proxy in front, or to the networks of the proxies.",
  );
}

const waitingS = 600;

export async function checkWorkers(sql: SqlTag): Promise<Check> {
  const ageS = await queries.findOldestQueuedAge(sql);
  if (ageS === undefined) return warn("workers", "There are no queues yet.", "Run `postrider migrate`.");
  if (ageS === null || ageS <= waitingS) return ok("workers", "No job is overdue.");
  return warn(
    "workers",
    `A job has been waiting for ${Math.round(ageS / 60)} minutes: no worker seems to be running.`,
    "Run `postrider start`, or `postrider worker` beside `postrider serve`.",
  );
}

const shownParked = 10;

/** Entries of the journal that a reader could not process and has passed. */
export async function checkParkedEntries(sql: SqlTag): Promise<Check> {
  const parked = await queries.listParkedEntries(sql);
  if (parked.length === 0) return ok("journal", "No entry is parked.");
  const shown = parked
    .slice(0, shownParked)
    .map(({ tenant, reader, count, error }) => `${count} of ${reader}, company ${tenant} (${error})`);
  const more = parked.length > shownParked ? [`${parked.length - shownParked} more`] : [];
  return warn(
    "journal",
    `Entries are parked: ${[...shown, ...more].join("; ")}.`,
    "Remove the cause, usually by an update, then run `postrider journal retry --tenant <company>`.",
  );
}

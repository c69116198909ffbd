import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { copyTemplate, databaseUrl } from "../../tests/harness/servers/database.ts";
import { composeApp, type App } from "../composition/app.ts";
import { readConfig } from "../config/config.ts";
import { createDataKey } from "../storage/data-key.ts";
import { createCompany } from "../features/account/create-company.ts";
import { getCompanyById } from "../features/account/find-company.ts";
import { createLog } from "../log/log.ts";
import { rotateDataKeyCommand } from "./rotate-data-key.ts";

let dataDir = "";
let url = "";
let app: App;
const keyFile = () => path.join(dataDir, "data.key");
const config = (env: Record<string, string> = {}) => readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, ...env });

const newCompany = {
  name: "Rotated",
  email: "rotated@example.com",
  password: "correct horse battery",
  shop: "Shop",
  timeZone: "Europe/Prague",
  language: "cs",
  country: "CZ",
  currency: "CZK",
  purpose: "News",
};

/** What the command prints with --json. */
async function rotate(env: Record<string, string> = {}): Promise<unknown> {
  const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    await rotateDataKeyCommand(config(env), { json: true });
    return JSON.parse(String(printed.mock.calls[0]?.[0]));
  } finally {
    printed.mockRestore();
  }
}

beforeAll(async () => {
  url = databaseUrl(await copyTemplate());
});

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "postrider-rotate-"));
  createDataKey(config());
  app = await composeApp(config(), url, createLog("silent"), { poolSize: 2 });
  await app.db.sql`truncate company, person cascade`;
  return async () => {
    await app.db.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
});

const readKey = async (tenantId: string) =>
  (await getCompanyById({ db: app.db, dataKey: app.services.dataKey }, tenantId)).fingerprintKey;

it("replaces the key while another process runs, and counts the values per table", async () => {
  const { tenantId } = await createCompany(app.db, app.services, newCompany);
  const before = await readKey(tenantId);
  const oldKey = readFileSync(keyFile(), "utf8").trim();
  expect(await rotate()).toMatchObject({ tables: { person: 0, sending_domain: 0, company: 1 }, failed: 0 });
  const [newest, previous] = readFileSync(keyFile(), "utf8").trim().split("\n");
  expect([newest === oldKey, previous]).toEqual([false, oldKey]);
  // The running process read the key file before the rotation.
  expect(await readKey(tenantId)).toEqual(before);
  // The key file loses the old key.
  writeFileSync(keyFile(), newest ?? "");
  const restarted = await composeApp(config(), url, createLog("silent"), { db: app.db });
  const { dataKey } = restarted.services;
  expect((await getCompanyById({ db: app.db, dataKey }, tenantId)).fingerprintKey).toEqual(before);
});

it("continues an interrupted rotation with the same new key", async () => {
  await createCompany(app.db, app.services, newCompany);
  const oldKey = readFileSync(keyFile(), "utf8").trim();
  const interrupted = Buffer.alloc(32, 5).toString("base64");
  writeFileSync(keyFile(), `${interrupted} rotating\n${oldKey}\n`);
  await createCompany(app.db, app.services, { ...newCompany, email: "second@example.com" });
  expect(await rotate()).toMatchObject({ tables: { company: 1 }, failed: 0 });
  expect(readFileSync(keyFile(), "utf8")).toBe(`${interrupted}\n${oldKey}\n`);
});

it("uses the first of several keys of DATA_KEY", async () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map((key) => key.toString("base64"));
  const old = await composeApp(config({ DATA_KEY: second ?? "" }), url, createLog("silent"), { db: app.db });
  await createCompany(app.db, old.services, newCompany);
  await expect(rotate({ DATA_KEY: second ?? "" })).rejects.toThrow("DATA_KEY has one key.");
  expect(await rotate({ DATA_KEY: `${first},${second}` })).toMatchObject({ tables: { company: 1 }, failed: 0 });
  expect(await rotate({ DATA_KEY: `${first},${second}` })).toMatchObject({ tables: { company: 0 }, failed: 0 });
});

it("reports values of an unknown key and stays unfinished", async () => {
  const foreign = await composeApp(
    config({ DATA_KEY: Buffer.alloc(32, 3).toString("base64") }),
    url,
    createLog("silent"),
    {
      db: app.db,
    },
  );
  await createCompany(app.db, foreign.services, newCompany);
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await rotate()).toMatchObject({ tables: { company: 0 }, failed: 1 });
  expect(errors).toHaveBeenCalledWith(expect.stringContaining("1 values could not be decrypted"));
  errors.mockRestore();
  expect(process.exitCode).toBe(1);
  expect(readFileSync(keyFile(), "utf8")).toContain(" rotating");
});

afterAll(() => {
  process.exitCode = 0;
});

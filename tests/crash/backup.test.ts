import { copyFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { freePort } from "../harness/servers/free-port.ts";
import { checkConsistency, listAllContacts } from "./consistency.ts";
import { createApi, makeCompany } from "./api.ts";
import { aFolder, aPreparedFolder, cleanUp, run, startProduct, stopProduct, waitUntil } from "./product.ts";
import { startWriters } from "./writers.ts";

afterAll(cleanUp);

async function anEnvironment(dataDir: string) {
  const port = String(await freePort());
  return { origin: `http://127.0.0.1:${port}`, env: { DATA_DIR: dataDir, PORT: port, WORKERS: "1" } };
}

it("backs up a server under write load; the restored copy has all earlier rows and uses the old key", async () => {
  const [old, fresh] = [await anEnvironment(await aPreparedFolder()), await anEnvironment(aFolder())];
  const file = path.join(aFolder(), "backup.tar");
  const first = await startProduct(old.env);
  const company = await makeCompany(old.env);
  const oldApi = createApi(old.origin, company, company.apiKey);
  const domain = await fetch(`${old.origin}/api/v1/tenants/${company.tenant}/sending/domains`, {
    method: "POST",
    headers: { Authorization: `Bearer ${company.apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ domain: "sealed.example.org" }),
  });
  expect(domain.status).toBe(201);
  const writers = startWriters(oldApi, 2);
  await waitUntil(() => writers.written.acknowledged.length >= 50);
  const before = {
    acknowledged: [...writers.written.acknowledged],
    unsubscribed: new Set(writers.written.unsubscribed),
  };
  const backup = await run(["backup", file, "--json"], old.env);
  await writers.stop();
  expect(backup).toMatchObject({ code: 0 });
  expect(JSON.parse(backup.stdout)).toMatchObject({ file, dataKey: "not included", bytes: statSync(file).size });
  const { rows: source } = await listAllContacts(oldApi);
  await stopProduct(first);

  const restore = await run(["restore", file, "--json"], fresh.env);
  expect(restore).toMatchObject({ code: 0 });
  expect(restore.stderr).toContain("Before the first start, restore the old data key");
  expect(await run(["start"], fresh.env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The data key of the stored secrets is missing"),
  });
  copyFileSync(path.join(old.env.DATA_DIR, "data.key"), path.join(fresh.env.DATA_DIR, "data.key"));
  const second = await startProduct(fresh.env);
  const api = createApi(fresh.origin, company, company.apiKey);
  const { rows } = await listAllContacts(api);
  const byId = new Map(source.map((row) => [row.id, row.email]));
  expect(rows.filter(({ id, email }) => byId.get(id) !== email)).toEqual([]);
  const { purposeId } = company;
  await checkConsistency(api, { ...writers.written, ...before }, { purposeId, dataDir: fresh.env.DATA_DIR });
  expect((await api.addContact("after@example.com")).status).toBe(201);
  await stopProduct(second);
}, 180_000);

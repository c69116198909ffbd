import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { distribute } from "../src/db/distribution/distribute.ts";
import { CitusCluster, withConnection } from "../tests/citus/cluster.ts";
import { findCitusPrograms } from "../tests/citus/find-citus.ts";
import { insertApprovedCampaign, startCampaign, untilCompleted } from "./support/campaigns.ts";
import { median } from "./support/compare.ts";
import type { BenchDatabase } from "./support/database.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { importerOf, insertImportList, startImport, untilImported } from "./support/imports.ts";
import { load } from "./support/load.ts";
import { startSink, type Sink } from "./support/smtp-sink.ts";

const rows = 10_000;
const rounds = 3;
const shards = 32;

type Times = { oneMs: number; createMs: number; pageMs: number; importMs: number; campaignMs: number };

/**
 * The product on a database that is distributed over three nodes, against a plain database of the same server with the
 * same settings. Both are on one machine: the ratio is the cost of the distribution, not its use.
 */
export async function benchCitus(): Promise<object[]> {
  if (findCitusPrograms() === undefined) return [{ bench: "Citus", skipped: "no PostgreSQL with Citus was found" }];
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-bench-citus-"));
  chmodSync(folder, 0o755);
  const cluster = await CitusCluster.start(path.join(folder, "citus"));
  const sink = await startSink();
  try {
    const plain = await withEnvironment(
      (environment) => measure(environment, sink),
      () => openPlain(cluster),
    );
    const citus = await withEnvironment(
      (environment) => measure(environment, sink),
      () => openDistributed(cluster),
    );
    const ratio = (name: keyof Times) => Number((citus[name] / plain[name]).toFixed(2));
    const line = (bench: string, target: string, name: keyof Times) => ({
      bench: `${bench}, distributed against plain`,
      target,
      ratio: ratio(name),
      plainMs: Number(plain[name].toFixed(2)),
      citusMs: Number(citus[name].toFixed(2)),
    });
    return [
      line("GET /contacts/{id}", "at most 4", "oneMs"),
      line("POST /contacts", "at most 4", "createMs"),
      line(`GET /contacts, 25 of ${rows * rounds}`, "at most 3", "pageMs"),
      line(`import of ${rows} contacts`, "at most 1.5", "importMs"),
      line(`campaign to ${rows * rounds} contacts`, "at most 1.5", "campaignMs"),
    ];
  } finally {
    sink.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const noStop = { stop: async () => undefined };

async function openPlain({ coordinator }: CitusCluster): Promise<BenchDatabase> {
  await withConnection(coordinator.url("postgres"), (sql) => sql`create database plain`);
  const url = coordinator.url("plain");
  return { ownerUrl: url, applicationUrl: url, ...noStop };
}

async function openDistributed(cluster: CitusCluster): Promise<BenchDatabase> {
  const url = await cluster.createDatabase("distributed");
  const afterMigrations = async () => {
    await withConnection(url, (sql) => distribute(sql, { shards, onProgress: () => undefined }));
  };
  return { ownerUrl: url, applicationUrl: url, afterMigrations, ...noStop };
}

async function measure(environment: BenchEnvironment, sink: Sink): Promise<Times> {
  const server = await environment.serve();
  await environment.work({ MAIL_MODE: "live", SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
  const target = { environment, server, listId: await insertImportList(environment) };
  const imports: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const id = await startImport(importerOf(target), { mark: `round${round}`, rows });
    const begun = performance.now();
    await untilImported(target, { id, rows });
    imports.push(performance.now() - begun);
  }
  const campaigns: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const id = await insertApprovedCampaign(environment, "<p>Ahoj {{df_name}}</p>");
    const begun = performance.now();
    await startCampaign(environment, id);
    await untilCompleted(environment, id);
    campaigns.push(performance.now() - begun);
  }
  return {
    ...(await measureRequests(environment, server.port)),
    importMs: median(imports),
    campaignMs: median(campaigns),
  };
}

/** One request after another, so that the time is that of the statements. */
async function measureRequests({ sql, company }: BenchEnvironment, port: number) {
  const base = `/api/v1/tenants/${company.tenant}/contacts`;
  const headers = { Authorization: `Bearer ${company.apiKey}`, "Content-Type": "application/json" };
  const [contact] = await sql<{ id: string }[]>`
    select min(id) as id from contact where tenant_id = ${company.tenantId}`;
  const bodyOf = (index: number) =>
    JSON.stringify({ email: `new${index}@example.com`, purposeId: company.purposeId, consentConfirmed: true });
  const p50 = async (request: (index: number) => { method: string; path: string; body?: string }) => {
    const ask = (seconds: number, offset: number) =>
      load(port, { connections: 1, seconds }, (index) => ({ ...request(index + offset), headers }));
    await ask(2, 0);
    const { p50Ms, statuses } = await ask(5, 1_000_000);
    if (Object.keys(statuses).some((status) => !status.startsWith("2"))) throw new Error(JSON.stringify(statuses));
    return p50Ms;
  };
  return {
    oneMs: await p50(() => ({ method: "GET", path: `${base}/${contact?.id}` })),
    pageMs: await p50(() => ({ method: "GET", path: base })),
    createMs: await p50((index) => ({ method: "POST", path: base, body: bodyOf(index) })),
  };
}

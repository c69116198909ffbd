import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { load } from "./support/load.ts";
import { cpuMs, postmasterPid, residentMb } from "./support/processes.ts";
import { withEnvironment, type ServerProcess, type BenchEnvironment } from "./support/environment.ts";

const rows = 300_000;
const columns = ["email", "firstName", "lastName", "phone", "street", "city", "postalCode", "country"];
const first = ["Jana", "Petr", "Eva", "Tomáš", "Lucie", "Martin", "Zuzana", "Jakub"];
const last = ["Novák", "Svoboda", "Dvořák", "Černý", "Procházka", "Kučera", "Veselý", "Horák", "Němec", "Marek"];

type ImportBench = {
  environment: BenchEnvironment;
  server: ServerProcess;
  worker: { pid: number };
  databasePid: number;
  listId: string;
};

/** New contacts with eight columns into one list, through the running product: HTTP process, worker, database. */
export async function benchImports(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    const server = await environment.serve();
    const worker = await environment.work();
    const bench = {
      environment,
      server,
      worker,
      databasePid: await postmasterPid(environment.sql),
      listId: await makeList(environment),
    };
    const alone = await importAlone(bench);
    const copy = await rawCopy(bench);
    const { quiet, busy } = await importUnderLoad(bench);
    return [
      {
        bench: `import of ${rows} contacts against a raw COPY into an indexed copy of the table`,
        target: "at most 4",
        ratio: Number((alone.ms / copy.ms).toFixed(2)),
        importMs: alone.ms,
        copyMs: copy.ms,
      },
      {
        bench: "rows imported per CPU-second of all processes",
        target: "at least 10000",
        perCpuSecond: Math.round((rows / alone.cpuMs) * 1000),
        cpuMs: alone.cpuMs,
        ...alone.parts,
        // On a loaded machine all figures grow alike.
        copyCpuMs: copy.cpuMs,
      },
      { bench: "growth of resident memory during an import", target: "at most 200", mb: alone.grownMb },
      {
        bench: "p95 of GET /contacts/{id} during an import against a quiet time",
        target: "at most 3",
        ratio: Number((busy.p95Ms / quiet.p95Ms).toFixed(2)),
        quiet,
        busy,
      },
    ];
  });
}

async function makeList({ sql, company: { tenantId } }: BenchEnvironment): Promise<string> {
  const [list] = await sql<{ id: string }[]>`
    insert into list (tenant_id, name, public_name, note, created_at, search)
    values (${tenantId}, 'Import', 'Import', '', now(), ' import') returning id`;
  return list?.id ?? "";
}

function csvOf(mark: string): string {
  const lines = Array.from({ length: rows }, (_, n) =>
    [
      `${mark}.${n}.${(n * 7919) % 10_007}@example${n % 500}.cz`,
      first[n % 8],
      last[n % 10],
      `+420${600_000_000 + n}`,
      `Dlouhá ${n % 200}`,
      "Praha",
      "11000",
      "CZ",
    ].join(";"),
  );
  return `${columns.join(";")}\n${lines.join("\n")}\n`;
}

/** Uploads a file and starts its import; returns the id of the import. */
async function startImport({ environment, server, listId }: ImportBench, mark: string): Promise<string> {
  const { tenant, apiKey, shopId, purposeId } = environment.company;
  const base = `http://127.0.0.1:${server.port}/api/v1/tenants/${tenant}`;
  const headers = { Authorization: `Bearer ${apiKey}` };
  const form = new FormData();
  form.set("file", new Blob([csvOf(mark)]), `${mark}.csv`);
  const upload = await fetch(`${base}/imports/files`, { method: "POST", headers, body: form });
  const body = JSON.stringify({
    name: mark,
    source: "bench",
    fileId: await fieldOf(upload, "fileId"),
    mapping: columns.map((column) => ({ column, target: column })),
    mode: "upsert",
    shopId,
    listIds: [listId],
    purposeId,
    consentConfirmed: true,
  });
  const json = { ...headers, "Content-Type": "application/json" };
  return fieldOf(await fetch(`${base}/imports`, { method: "POST", headers: json, body }), "id");
}

async function fieldOf(answer: Response, name: string): Promise<string> {
  const body: unknown = await answer.json();
  const value: unknown = answer.ok && typeof body === "object" ? Object(body)[name] : undefined;
  if (typeof value !== "string") throw new Error(`${answer.status} ${JSON.stringify(body)}`);
  return value;
}

async function untilDone({ environment: { sql } }: ImportBench, id: string, look: () => void): Promise<void> {
  for (;;) {
    const [row] = await sql<{ status: string; result: { created: number } | null }[]>`
      select status, result from contact_import where id = ${id}`;
    if (row?.status === "completed" && row.result?.created === rows) return;
    if (row?.status === "failed" || row?.status === "completed") throw new Error(JSON.stringify(row));
    look();
    await delay(200);
  }
}

async function importAlone(bench: ImportBench) {
  const { server, worker, databasePid } = bench;
  const ours = [server.pid, worker.pid];
  const id = await startImport({ ...bench }, "alone");
  const startedAt = performance.now();
  const cpuBefore = { node: cpuMs(ours), database: cpuMs([databasePid]) };
  const before = residentMb(ours);
  let peak = before;
  await untilDone(bench, id, () => {
    peak = Math.max(peak, residentMb(ours));
  });
  const parts = {
    nodeMs: cpuMs(ours) - cpuBefore.node,
    databaseMs: cpuMs([databasePid]) - cpuBefore.database,
  };
  return {
    ms: Math.round(performance.now() - startedAt),
    cpuMs: parts.nodeMs + parts.databaseMs,
    parts,
    grownMb: peak - before,
  };
}

/** The imported rows themselves, from a file, into a table with the same columns and indexes. */
async function rawCopy({ environment: { sql }, databasePid }: ImportBench): Promise<{ ms: number; cpuMs: number }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-bench-copy-"));
  const file = path.join(folder, "rows");
  const names = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'contact'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
  const list = names.map(({ name }) => `"${name}"`).join(", ");
  try {
    const out = await sql.unsafe(`copy (select ${list} from contact order by id) to stdout`).readable();
    await pipeline(out, createWriteStream(file));
    await sql`create table contact_copy (like contact including all)`;
    await sql`checkpoint`;
    const cpuBefore = cpuMs([databasePid]);
    const startedAt = performance.now();
    const into = await sql.unsafe(`copy contact_copy (${list}) from stdin`).writable();
    await pipeline(createReadStream(file, { highWaterMark: 65_536 }), into);
    const ms = Math.round(performance.now() - startedAt);
    const used = cpuMs([databasePid]) - cpuBefore;
    await sql`drop table contact_copy`;
    return { ms, cpuMs: used };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const seconds = 10;

async function importUnderLoad(bench: ImportBench) {
  const { environment, server } = bench;
  const { tenant, apiKey } = environment.company;
  await environment.sql.unsafe("vacuum analyze");
  const [range] = await environment.sql<{ first: number; count: number }[]>`
    select min(id)::int as first, count(*)::int as count from contact`;
  const { first: low = 1, count = 1 } = range ?? {};
  const ask = (index: number) => ({
    method: "GET",
    path: `/api/v1/tenants/${tenant}/contacts/${low + ((index * 7919) % count)}`,
    headers: { Authorization: `Bearer ${apiKey}` },
  });
  const options = { connections: 2, seconds };
  await load(server.port, options, ask);
  const quiet = await load(server.port, options, ask);
  const id = await startImport(bench, "busy");
  // After the file was read, in the middle of the batches.
  await delay(1000);
  const busy = await load(server.port, options, ask);
  await untilDone(bench, id, () => undefined);
  const short = ({ p50Ms, p95Ms, perSecond, statuses }: typeof quiet) => ({ p50Ms, p95Ms, perSecond, statuses });
  return { quiet: short(quiet), busy: short(busy) };
}

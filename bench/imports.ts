import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { load } from "./support/load.ts";
import { cpuMs, postmasterPid, residentMb } from "./support/processes.ts";
import { withEnvironment } from "./support/environment.ts";
import { createImporter, insertImportList, startImport, untilImported, type ImportTarget } from "./support/imports.ts";

const rows = 300_000;

type ImportBench = ImportTarget & { worker: { pid: number }; databasePid: number };

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
      listId: await insertImportList(environment),
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

async function importAlone(bench: ImportBench) {
  const { server, worker, databasePid } = bench;
  const ours = [server.pid, worker.pid];
  const id = await startImport(createImporter(bench), { mark: "alone", rows });
  const startedAt = performance.now();
  const cpuBefore = { node: cpuMs(ours), database: cpuMs([databasePid]) };
  const before = residentMb(ours);
  let peak = before;
  await untilImported(bench, { id, rows }, () => {
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
    const out = sql.unsafe(`copy (select ${list} from contact order by id) to stdout`).copyOut();
    await pipeline(out, createWriteStream(file));
    await sql`create table contact_copy (like contact including all)`;
    await sql`checkpoint`;
    const cpuBefore = cpuMs([databasePid]);
    const startedAt = performance.now();
    const into = await sql.unsafe(`copy contact_copy (${list}) from stdin`).copyIn();
    for await (const chunk of createReadStream(file, { highWaterMark: 65_536 })) await into.write(chunk);
    await into.end();
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
  const id = await startImport(createImporter(bench), { mark: "busy", rows });
  // After the file was read, in the middle of the batches.
  await delay(1000);
  const busy = await load(server.port, options, ask);
  await untilImported(bench, { id, rows });
  const short = ({ p50Ms, p95Ms, perSecond, statuses }: typeof quiet) => ({ p50Ms, p95Ms, perSecond, statuses });
  return { quiet: short(quiet), busy: short(busy) };
}

import { setTimeout as delay } from "node:timers/promises";
import { withEnvironment } from "./support/environment.ts";
import { createImporter, insertImportList, startImport, untilImported, type ImportTarget } from "./support/imports.ts";
import { cpuMs, postmasterPid } from "./support/processes.ts";
import { seedContacts } from "./support/seed-contacts.ts";

const rows = 200_000;
const seeded = 50_000;
const warmUpSeconds = 10;
const quietSeconds = 10;
/** Each kind of write starts at this interval, whether or not the previous one has been answered. */
const intervalMs = 100;

type Write = { method: string; path: string; body: object };
const kinds = ["create", "update", "unsubscribe"] as const;
type WriteKind = (typeof kinds)[number];
type Answer = { ms: number; isRefused: boolean };
type Waits = Record<WriteKind, Answer[]>;

/** Writes of a company wait for the locks of its own running import. */
export async function benchImportWaits(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, seeded);
    const target = { environment, server: await environment.serve(), listId: await insertImportList(environment) };
    const worker = await environment.work();
    const processes = [target.server.pid, worker.pid, await postmasterPid(environment.sql)];
    const write = await prepareWrites(target);
    await writeUntil(write, delay(warmUpSeconds * 1000));
    const quiet = await writeUntil(write, delay(quietSeconds * 1000));
    const cpuBefore = cpuMs(processes);
    const startedAt = performance.now();
    const id = await startImport(createImporter(target), { mark: "waits", rows });
    const busy = await writeUntil(write, untilImported(target, { id, rows }));
    const run = {
      importMs: Math.round(performance.now() - startedAt),
      perCpuSecond: Math.round((rows / (cpuMs(processes) - cpuBefore)) * 1000),
    };
    return kinds.map((kind) => ({
      bench: `p99 in ms of a request that has to ${kind} a contact during an import of ${rows} rows of the same company`,
      target: "at most 500",
      ...summarize(busy[kind]),
      quiet: summarize(quiet[kind]),
      ...run,
    }));
  });
}

/** Every write concerns another contact. */
async function prepareWrites({ environment, server }: ImportTarget) {
  const { tenant, apiKey, shopId, purposeId } = environment.company;
  const contacts = await environment.sql<{ id: string }[]>`
    select id from contact where status = 'subscribed' order by id limit 40000`;
  let index = 0;
  const next: Record<WriteKind, () => Write> = {
    create: () => ({
      method: "POST",
      path: "/contacts",
      body: { email: `new${(index += 1)}@example.com`, shopId, purposeId, consentConfirmed: true },
    }),
    update: () => ({ method: "PATCH", path: `/contacts/${contacts[(index += 1)]?.id}`, body: { firstName: "Jana" } }),
    unsubscribe: () => ({ method: "POST", path: `/contacts/${contacts[(index += 1)]?.id}/unsubscribe`, body: {} }),
  };
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  return async (kind: WriteKind): Promise<Answer> => {
    const { method, path, body } = next[kind]();
    const startedAt = performance.now();
    const url = `http://127.0.0.1:${server.port}/api/v1/tenants/${tenant}${path}`;
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    // Refused while all connections to the database wait for the lock.
    const isRefused = answer.status === 503;
    if (!answer.ok && !isRefused) throw new Error(`${kind}: ${answer.status} ${text}`);
    return { ms: performance.now() - startedAt, isRefused };
  };
}

/** Fails after the end if a write was refused. */
async function writeUntil(write: (kind: WriteKind) => Promise<Answer>, end: Promise<unknown>): Promise<Waits> {
  const waits: Waits = { create: [], update: [], unsubscribe: [] };
  const failures: unknown[] = [];
  const writes: Promise<void>[] = [];
  const over = new AbortController();
  const ended = end.finally(() => over.abort());
  while (!over.signal.aborted && failures.length === 0) {
    for (const kind of kinds) {
      const answered = write(kind).then((one) => void waits[kind].push(one));
      writes.push(answered.catch((error: unknown) => void failures.push(error)));
    }
    await delay(intervalMs);
  }
  await Promise.all([ended, ...writes]);
  if (failures.length > 0) throw failures[0];
  return waits;
}

function summarize(answers: readonly Answer[]) {
  const sorted = answers.map(({ ms }) => ms).toSorted((left, right) => left - right);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  const refused = answers.filter(({ isRefused }) => isRefused).length;
  return { requests: sorted.length, refused, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

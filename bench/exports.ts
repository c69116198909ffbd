import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { seedContacts } from "./support/seed-contacts.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";

const contacts = 1_000_000;
const limitMb = 100;
const idleMs = 5000;

const fields =
  "email firstName lastName salutation gender language phone city country birthday status state engagement consentBasis consentAt createdAt source tags lists id".split(
    " ",
  );

/** Exports a million contacts of one company to one file: the additional memory of the worker. */
export async function benchExports(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    const [web, worker] = [await environment.serve(), await environment.work()];
    await delay(idleMs);
    const before = memoryMb(worker.pid);
    const startedAt = performance.now();
    const ask = api(environment, web.port);
    const { id } = await ask("/exports", { name: "All", selection: "all", encoding: "utf-8", fields });
    const peak = await untilReady(() => ask(`/exports/${id}`), worker.pid);
    const seconds = (performance.now() - startedAt) / 1000;
    const webBefore = memoryMb(web.pid);
    const download = await downloadExport(environment, { port: web.port, pid: web.pid, id });
    return [
      {
        bench: "export of 1 000 000 contacts: memory of the worker",
        target: `at most ${limitMb} MB more`,
        growthMb: Math.round(peak - before),
        beforeMb: Math.round(before),
        peakMb: Math.round(peak),
        seconds: Number(seconds.toFixed(1)),
        contactsPerSecond: Math.round(contacts / seconds),
        megabytes: Math.round(download.bytes / 1e6),
        lines: download.lines,
        downloadSeconds: download.seconds,
        downloadGrowthMb: Math.round(download.peak - webBefore),
      },
    ];
  });
}

type ExportAnswer = { id: string; status: string };

function api({ company }: BenchEnvironment, port: number) {
  const headers = { Authorization: `Bearer ${company.apiKey}`, "Content-Type": "application/json" };
  return async (path: string, body?: object): Promise<ExportAnswer> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/tenants/${company.tenant}${path}`, {
      headers,
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    const text: unknown = await answer.json();
    if (!answer.ok || !isExport(text)) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(text)}`);
    return text;
  };
}

const isExport = (value: unknown): value is ExportAnswer =>
  typeof value === "object" && value !== null && "id" in value && "status" in value;

async function untilReady(ask: () => Promise<ExportAnswer>, pid: number): Promise<number> {
  let peak = 0;
  for (;;) {
    for (let sample = 0; sample < 10; sample += 1) {
      peak = Math.max(peak, memoryMb(pid));
      await delay(100);
    }
    const { status } = await ask();
    if (status === "ready") return peak;
    if (status === "failed") throw new Error("the export failed");
  }
}

async function downloadExport({ company }: BenchEnvironment, from: { port: number; pid: number; id: string }) {
  const startedAt = performance.now();
  const answer = await fetch(
    `http://127.0.0.1:${from.port}/api/v1/tenants/${company.tenant}/exports/${from.id}/download`,
    { headers: { Authorization: `Bearer ${company.apiKey}` } },
  );
  let [bytes, lines, peak] = [0, 0, 0];
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    peak = Math.max(peak, memoryMb(from.pid));
  }
  return { bytes, lines, peak, seconds: Number(((performance.now() - startedAt) / 1000).toFixed(1)) };
}

function memoryMb(pid: number): number {
  const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

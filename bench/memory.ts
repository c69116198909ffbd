import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { load } from "./support/load.ts";
import { get, port, whileRunning, withFolder } from "./support/product.ts";

const idleMs = 10_000;
const busySeconds = 20;
const quietMs = 40_000;

/** The product with the demo, as a user starts it: memory of its idle processes, and restart time. */
export async function benchMemory(): Promise<object[]> {
  return withFolder(async (folder) => {
    const memory = await whileRunning(folder, {}, async ({ pid, output }) => {
      const demo = parseDemo(output());
      await requestFewPages(demo);
      await delay(idleMs);
      const idle = memoryLine(pid, "memory of the Node processes, idle");
      const requests = await requestManyPages(demo);
      await delay(quietMs);
      return [idle, memoryLine(pid, `the same after ${requests} requests and ${quietMs / 1000} s of quiet`)];
    });
    const second = await whileRunning(folder, {}, async ({ readyMs }) => ({
      bench: "second start",
      targetMs: 3000,
      ms: readyMs,
    }));
    return [...memory, second];
  });
}

type Demo = { base: string; headers: Record<string, string> };

/** The credentials that the first start prints. */
function parseDemo(output: string): Demo {
  const [, tenant] = /Company +(\S+)/.exec(output) ?? [];
  const [, key] = /API key +(\S+)/.exec(output) ?? [];
  if (tenant === undefined || key === undefined) throw new Error(`no demo company in: ${output}`);
  return { base: `/api/v1/tenants/${tenant}`, headers: { Authorization: `Bearer ${key}` } };
}

/** Requests of a browser and of an API client. */
async function requestFewPages({ base, headers }: Demo): Promise<void> {
  for (const address of ["/", "/docs", "/api/openapi.json", `${base}/contacts`]) {
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await get(address, headers);
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  }
}

const pages = [
  "contacts",
  "contacts?q=nov",
  "lists",
  "segments",
  "campaigns",
  "labels",
  "orders",
  "notifications",
  "company",
];

/** Sends requests for the given time, a tenth of them creations. Returns how many. */
async function requestManyPages({ base, headers }: Demo): Promise<number> {
  const purposes = await (await get(`${base}/purposes`, headers)).text();
  const [, purposeId] = /"id":"(\d+)"/.exec(purposes) ?? [];
  const { requests, statuses } = await load(port, { connections: 32, seconds: busySeconds }, (index) => {
    if (index % 10 > 0) return { method: "GET", path: `${base}/${pages[index % pages.length]}`, headers };
    const body = JSON.stringify({
      email: `memory.${index}@example.com`,
      firstName: "Jana",
      purposeId,
      consentConfirmed: true,
    });
    return {
      method: "POST",
      path: `${base}/contacts`,
      headers: { ...headers, "Content-Type": "application/json" },
      body,
    };
  });
  if (Object.keys(statuses).some((status) => !["200", "201"].includes(status)))
    throw new Error(JSON.stringify(statuses));
  return requests;
}

function memoryLine(supervisor: number, bench: string): object {
  if (!existsSync("/proc/self/status")) return { bench, skipped: `no /proc on ${process.platform}` };
  const processes = [supervisor, ...childrenOf(supervisor)]
    .filter((pid) => readField(pid, "Name").startsWith("node"))
    .map((pid) => ({ name: nameOf(pid), mb: Math.round(Number.parseInt(readField(pid, "VmRSS"), 10) / 1024) }));
  return { bench, targetMb: 300, mb: processes.reduce((sum, { mb }) => sum + mb, 0), processes };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

const nameOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[2] ?? "";

function readField(pid: number, name: string): string {
  const line = readFileSync(`/proc/${pid}/status`, "utf8")
    .split("\n")
    .find((text) => text.startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? "";
}

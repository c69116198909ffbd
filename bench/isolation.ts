import { fork } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { changePriority } from "../src/sandbox/os-process.ts";
import { bombs, type Bomb, type Target } from "./support/bombs.ts";
import { insertApprovedCampaign, startCampaign, untilCompleted } from "./support/campaigns.ts";
import { median } from "./support/compare.ts";
import { createBenchCompany, withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { freePort, postmasterPid, untilIdle } from "./support/processes.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { startSink } from "./support/smtp-sink.ts";

/** A part of the name of the bombs that are measured. */
const onlyBomb = process.env["BENCH_BOMB"] ?? "";
const contacts = 4000;
const rounds = 3;
const roundMs = 3000;
const pauseMs = 10;
/** The process of the bomb starts meanwhile. */
const warmUpMs = 1500;
/** Counts as the slowest answer. */
const refusedMs = 30_000;

type Probe = { readonly name: string; readonly path: string; readonly headers: Record<string, string> };

/** Requests and sending of one company while another one sends requests that take as much as they can. */
export async function benchIsolation(): Promise<object[]> {
  const sink = await startSink();
  try {
    return await withEnvironment(async (environment) => {
      await seedContacts(environment, contacts);
      const { company, sql, url } = environment;
      const inboundPort = await freePort();
      const server = await environment.serve();
      const worker = await environment.work({
        MAIL_MODE: "live",
        SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
        INBOUND_SMTP_PORT: String(inboundPort),
      });
      const attacker = await createBenchCompany(url, "Attacker");
      const [contact] = await sql<{ id: string }[]>`
        select id from contact where tenant_id = ${company.tenantId} order by id limit 1`;
      const probes: Probe[] = [
        { name: "/healthz", path: "/healthz", headers: {} },
        {
          name: "GET /contacts/{id}",
          path: `/api/v1/tenants/${company.tenant}/contacts/${contact?.id}`,
          headers: { Authorization: `Bearer ${company.apiKey}` },
        },
      ];
      const base = `/api/v1/tenants/${attacker.tenant}`;
      const target = { port: server.port, inboundPort, base, company: attacker };
      const pids = [server.pid, worker.pid, await postmasterPid(sql)];
      const lines: object[] = [];
      const chosen = bombs.filter(({ name }) => name.includes(onlyBomb));
      if (chosen.length === 0) throw new Error(`no bomb ${onlyBomb}: ${bombs.map(({ name }) => name).join(", ")}`);
      for (const bomb of chosen) lines.push(...(await measure(environment, { bomb, target, probes, pids })));
      return lines;
    });
  } finally {
    sink.stop();
  }
}

type Figures = { readonly requests: readonly number[][]; readonly sendingMs: number };
type Attack = {
  readonly bomb: Bomb;
  readonly target: Target;
  readonly probes: readonly Probe[];
  readonly pids: readonly number[];
};

/** Quiet and busy rounds alternate, so that load on the machine affects both. */
async function measure(environment: BenchEnvironment, { bomb, target, probes, pids }: Attack): Promise<object[]> {
  const quiet: Figures[] = [];
  const busy: Figures[] = [];
  let count = 0;
  const appearance = async () => ({
    requests: await Promise.all(probes.map((each) => probe(target.port, each))),
    sendingMs: await sendCampaign(environment),
  });
  await appearance();
  for (let round = 0; round < rounds; round += 1) {
    // What the round before has left to do belongs to neither.
    await untilIdle(pids);
    quiet.push(await appearance());
    await untilIdle(pids);
    const attack = startBomb(bomb, target);
    await delay(warmUpMs);
    busy.push(await appearance());
    count += await attack.stop();
  }
  const compared = (quietMs: number, busyMs: number) => ({
    ratio: Number((busyMs / quietMs).toFixed(2)),
    quietMs,
    busyMs,
    requestsOfTheOther: count,
  });
  const medianP99 = (figures: readonly Figures[], index: number) =>
    p99(figures.flatMap(({ requests }) => requests[index] ?? []));
  const medianSending = (figures: readonly Figures[]) => Math.round(median(figures.map(({ sendingMs }) => sendingMs)));
  return [
    ...probes.map(({ name }, index) => ({
      bench: `p99 of ${name} beside another company's ${bomb.name}, against alone`,
      target: name === "/healthz" ? "at most 2, and under 100 ms" : "at most 2",
      ...compared(medianP99(quiet, index), medianP99(busy, index)),
    })),
    {
      bench: `a campaign to ${contacts} contacts beside another company's ${bomb.name}, against alone`,
      target: "at most 2",
      ...compared(medianSending(quiet), medianSending(busy)),
    },
  ];
}

function startBomb({ name }: Bomb, target: Target) {
  const args = [name, JSON.stringify(target)];
  const child = fork(path.resolve(import.meta.dirname, "support/bomb-process.ts"), args, { detached: true });
  // Its own work, which belongs to another machine, yields the CPU.
  if (child.pid !== undefined) changePriority(child.pid, os.constants.priority.PRIORITY_LOW);
  return {
    stop: async (): Promise<number> => {
      const counted = once(child, "message");
      child.send("stop");
      const [count] = await counted;
      return Number(count);
    },
  };
}

async function sendCampaign(environment: BenchEnvironment): Promise<number> {
  const id = await insertApprovedCampaign(environment, "<p>{{df_email}} <a href='{{df_unsubscribe}}'>Odhlásit</a></p>");
  const startedAt = performance.now();
  await startCampaign(environment, id);
  await untilCompleted(environment, id);
  return performance.now() - startedAt;
}

const p99 = (times: readonly number[]) =>
  Number((times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0).toFixed(2));

/** One request after another on one connection; times in milliseconds. */
async function probe(port: number, { path, headers }: Probe): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const endsAt = performance.now() + roundMs;
  try {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const status = await new Promise<number>((resolve, reject) => {
        const request = http.get({ port, host: "127.0.0.1", path, headers, agent }, (response) => {
          response.resume().on("end", () => resolve(response.statusCode ?? 0));
        });
        request.on("error", reject);
      });
      times.push(status === 200 ? performance.now() - startedAt : refusedMs);
      await delay(pauseMs);
    }
    return times;
  } finally {
    agent.destroy();
  }
}

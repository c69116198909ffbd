import http from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { bombs, type Bomb, type Target } from "./support/bombs.ts";
import { createBenchCompany, withEnvironment } from "./support/environment.ts";
import { seedContacts } from "./support/seed-contacts.ts";

const rounds = 3;
const roundMs = 4000;
const pauseMs = 10;

type Probe = { readonly name: string; readonly path: string; readonly headers: Record<string, string> };

/** Requests of one company while another one sends requests that take as much as they can. */
export async function benchIsolation(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, 10_000);
    const { port } = await environment.serve();
    const { company, sql, url } = environment;
    const attacker = await createBenchCompany(url, "Attacker");
    const [contact] = await sql<{ id: string }[]>`
      select id from contact where tenant_id = ${company.tenantId} order by id limit 1`;
    const authorization = { Authorization: `Bearer ${company.apiKey}` };
    const probes: Probe[] = [
      { name: "/healthz", path: "/healthz", headers: {} },
      {
        name: "GET /contacts/{id}",
        path: `/api/v1/tenants/${company.tenant}/contacts/${contact?.id}`,
        headers: authorization,
      },
    ];
    const target = { port, base: `/api/v1/tenants/${attacker.tenant}`, apiKey: attacker.apiKey };
    const lines: object[] = [];
    for (const bomb of bombs) lines.push(...(await measure(bomb, target, probes)));
    return lines;
  });
}

/** Quiet and busy rounds alternate, so that load on the machine affects both. */
async function measure(bomb: Bomb, target: Target, probes: readonly Probe[]): Promise<object[]> {
  const quiet = probes.map((): number[] => []);
  const busy = probes.map((): number[] => []);
  let requests = 0;
  await probeAll(target.port, probes);
  for (let round = 0; round < rounds; round += 1) {
    const alone = await probeAll(target.port, probes);
    const stop = new AbortController();
    const attack = bomb.run(target, stop.signal);
    await delay(300);
    const beside = await probeAll(target.port, probes);
    stop.abort();
    requests += await attack;
    alone.forEach((times, index) => quiet[index]?.push(...times));
    beside.forEach((times, index) => busy[index]?.push(...times));
  }
  return probes.map(({ name }, index) => {
    const [quietP99Ms, busyP99Ms] = [p99(quiet[index] ?? []), p99(busy[index] ?? [])];
    return {
      bench: `p99 of ${name} beside another company's ${bomb.name}, against alone`,
      target: name === "/healthz" ? "at most 2, and under 100 ms" : "at most 2",
      ratio: Number((busyP99Ms / quietP99Ms).toFixed(2)),
      quietP99Ms,
      busyP99Ms,
      requestsOfTheOther: requests,
    };
  });
}

const p99 = (times: readonly number[]) =>
  Number((times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0).toFixed(2));

const probeAll = (port: number, probes: readonly Probe[]) => Promise.all(probes.map((each) => probe(port, each)));

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
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      times.push(performance.now() - startedAt);
      await delay(pauseMs);
    }
    return times;
  } finally {
    agent.destroy();
  }
}

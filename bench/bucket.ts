import { load } from "./support/load.ts";
import { withEnvironment } from "./support/environment.ts";

const rule = { burst: 500, perSecond: 50, perDay: 100_000 };
const clientsEach = 16;

/** One company's bucket under 32 clients and two HTTP processes: verifies that it allows exactly the limit. */
export async function benchBucket(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    const env = { API_LIMITS: `${rule.burst},${rule.perSecond},${rule.perDay}`, LOG_LEVEL: "warn" };
    const servers = [await environment.serve(env), await environment.serve(env)];
    const path = `/api/v1/tenants/${environment.company.tenant}/contacts`;
    const request = { method: "GET", path, headers: { Authorization: `Bearer ${environment.company.apiKey}` } };
    const ask = (seconds: number) =>
      Promise.all(servers.map(({ port }) => load(port, { connections: clientsEach, seconds }, () => request)));
    // Warms up the processes, so that the first response closely follows its token.
    await ask(1);
    // A company without a bucket gets a full one, here while 32 clients compete for it.
    await environment.sql`delete from rate_bucket`;
    const loads = await ask(6);
    const count = (status: string) => loads.reduce((sum, { statuses }) => sum + (statuses[status] ?? 0), 0);
    const answers = loads.reduce((sum, { requests }) => sum + requests, 0);
    const [allowedRequests, refused] = [count("200"), count("429")];
    if (allowedRequests + refused !== answers) throw new Error(JSON.stringify(loads.map(({ statuses }) => statuses)));
    const elapsedMs = Math.max(...loads.map(({ lastAt }) => lastAt)) - Math.min(...loads.map(({ firstAt }) => firstAt));
    const allowed = rule.burst + (rule.perSecond * elapsedMs) / 1000;
    return [
      {
        bench: "bucket, 32 clients over two processes",
        target: "0.99..1.01",
        ratio: Number((allowedRequests / allowed).toFixed(4)),
        allowedRequests,
        allowed: Number(allowed.toFixed(1)),
        refused,
      },
    ];
  });
}

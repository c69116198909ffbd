import { insertApprovedCampaign, startCampaign, untilCompleted } from "./support/campaigns.ts";
import { openDistributed, openPlain, withCluster } from "./support/cluster.ts";
import { median } from "./support/compare.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { importerOf, insertImportList, startImport, untilImported } from "./support/imports.ts";
import { load } from "./support/load.ts";
import { startSink, type Sink } from "./support/smtp-sink.ts";

const rows = 10_000;
const rounds = 3;

type Times = { oneMs: number; createMs: number; pageMs: number; importMs: number; campaignMs: number };

/**
 * The product on a database that is distributed over three nodes, against a plain database of the same server with the
 * same settings. Both are on one machine: the ratio is the cost of the distribution, not its use.
 */
export const benchCitus = (): Promise<object[]> =>
  withCluster("Citus", async (cluster) => {
    const sink = await startSink();
    const measureOn = (open: typeof openPlain) =>
      withEnvironment(
        (environment) => measure(environment, sink),
        () => open(cluster),
      );
    try {
      return compareTimes(await measureOn(openPlain), await measureOn(openDistributed));
    } finally {
      sink.stop();
    }
  });

function compareTimes(plain: Times, citus: Times): object[] {
  const line = (bench: string, target: string, name: keyof Times) => ({
    bench: `${bench}, distributed against plain`,
    target,
    ratio: Number((citus[name] / plain[name]).toFixed(2)),
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

import { insertApprovedCampaign, startCampaign, untilCompleted } from "./support/campaigns.ts";
import { openDistributed, openPlain, withCluster } from "./support/cluster.ts";
import { median } from "./support/compare.ts";
import { withEnvironment, type BenchEnvironment } from "./support/environment.ts";
import { createImporter, insertImportList, startImport, untilImported, type ImportTarget } from "./support/imports.ts";
import { load } from "./support/load.ts";
import { startSink, type Sink } from "./support/smtp-sink.ts";

const rows = 10_000;
const rounds = 3;

type Times = Record<string, number>;
type Measured = { readonly plain: Times; readonly citus: Times };

/**
 * The product on a database that is distributed over three nodes, against a plain database of the same server with the
 * same settings. Both are on one machine: the ratio is the cost of the distribution, not its use. The sides alternate, so
 * that load on the machine affects both.
 */
export const benchCitus = (): Promise<object[]> =>
  withCluster("Citus", async (cluster) => {
    const sink = await startSink();
    try {
      return await withEnvironment(
        (plain) =>
          withEnvironment(
            (citus) => compareSides(plain, citus, sink),
            () => openDistributed(cluster),
          ),
        () => openPlain(cluster),
      );
    } finally {
      sink.stop();
    }
  });

async function compareSides(plain: BenchEnvironment, citus: BenchEnvironment, sink: Sink): Promise<object[]> {
  const [plainSide, citusSide] = [await startSide(plain, sink), await startSide(citus, sink)];
  const measured: Measured[] = [];
  // Requests last: the faster side would have more contacts for its campaigns.
  for (const measure of [measureWork, measureRequests])
    for (let round = 0; round < rounds; round += 1)
      measured.push({ plain: await measure(plainSide, round), citus: await measure(citusSide, round) });
  const line = (bench: string, target: string, kind: string) => {
    const pairs = measured.flatMap(({ plain, citus }) => {
      const [plainMs, citusMs] = [plain[kind], citus[kind]];
      return plainMs === undefined || citusMs === undefined ? [] : [{ plainMs, citusMs }];
    });
    return {
      bench: `${bench}, distributed against plain`,
      target,
      ratio: Number(median(pairs.map(({ plainMs, citusMs }) => citusMs / plainMs)).toFixed(2)),
      plainMs: Number(median(pairs.map(({ plainMs }) => plainMs)).toFixed(2)),
      citusMs: Number(median(pairs.map(({ citusMs }) => citusMs)).toFixed(2)),
    };
  };
  return [
    line("GET /contacts/{id}", "at most 4", "one"),
    line("POST /contacts", "at most 4", "create"),
    line(`GET /contacts, 25 of ${rows * rounds}`, "at most 3", "page"),
    line(`import of ${rows} contacts`, "at most 1.5", "import"),
    line(`campaign to ${rows} contacts and more`, "at most 1.5", "campaign"),
  ];
}

async function startSide(environment: BenchEnvironment, sink: Sink): Promise<ImportTarget> {
  const server = await environment.serve();
  await environment.work({ MAIL_MODE: "live", SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
  return { environment, server, listId: await insertImportList(environment) };
}

async function measureWork(side: ImportTarget, round: number): Promise<Times> {
  const { environment } = side;
  const timed = async (work: Promise<void>) => {
    const begun = performance.now();
    await work;
    return performance.now() - begun;
  };
  const importId = await startImport(createImporter(side), { mark: `round${round}`, rows });
  const importMs = await timed(untilImported(side, { id: importId, rows }));
  const campaignId = await insertApprovedCampaign(environment, "<p>Ahoj {{df_name}}</p>");
  await startCampaign(environment, campaignId);
  const campaignMs = await timed(untilCompleted(environment, campaignId));
  return { import: importMs, campaign: campaignMs };
}

/** One request after another, so that the time is that of the statements. */
async function measureRequests({ environment, server }: ImportTarget, round: number): Promise<Times> {
  const { sql, company } = environment;
  const base = `/api/v1/tenants/${company.tenant}/contacts`;
  const headers = { Authorization: `Bearer ${company.apiKey}`, "Content-Type": "application/json" };
  const [contact] = await sql<{ id: string }[]>`
    select min(id) as id from contact where tenant_id = ${company.tenantId}`;
  const toBody = (index: number) =>
    JSON.stringify({
      email: `round${round}.${index}@example.com`,
      purposeId: company.purposeId,
      consentConfirmed: true,
    });
  const p50 = async (request: (index: number) => { method: string; path: string; body?: string }) => {
    const ask = (seconds: number, offset: number) =>
      load(server.port, { connections: 1, seconds }, (index) => ({ ...request(index + offset), headers }));
    await ask(1, 0);
    const { p50Ms, statuses } = await ask(3, 1_000_000);
    if (Object.keys(statuses).some((status) => !status.startsWith("2"))) throw new Error(JSON.stringify(statuses));
    return p50Ms;
  };
  return {
    one: await p50(() => ({ method: "GET", path: `${base}/${contact?.id}` })),
    page: await p50(() => ({ method: "GET", path: base })),
    create: await p50((index) => ({ method: "POST", path: base, body: toBody(index) })),
  };
}

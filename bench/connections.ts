import { setTimeout as delay } from "node:timers/promises";
import { insertApprovedCampaign, newsletterHtml, startCampaign } from "./support/campaigns.ts";
import { createBenchCompany, withEnvironment, type CompanyRows } from "./support/environment.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { startSink, type Sink } from "./support/smtp-sink.ts";

const contacts = Number(process.env["BENCH_CONTACTS"] ?? 20_000);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 20);
const workers = 2;

type Lane = {
  readonly name: string;
  readonly perSecond: number | null;
  readonly sink: Sink;
  readonly campaignId: string;
};

/**
 * Connections of two companies, limited to 5/s and 50/s and unlimited, each with its own sink and its own campaign, sent by
 * two workers at once: each rate is that of its limit, and the unlimited one is as fast as it is alone.
 */
export async function benchConnections(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    const relay = await startSink();
    const sinks = [await startSink(), await startSink(), await startSink()] as const;
    const other: CompanyRows = { sql: environment.sql, company: await createBenchCompany(environment.url, "Other") };
    await seedContacts(environment, contacts);
    await seedContacts(other, contacts);
    const five = await insertLane(environment, { name: "5/s", perSecond: 5, sink: sinks[0] });
    const fifty = await insertLane(environment, { name: "50/s", perSecond: 50, sink: sinks[1] });
    const alone = await insertLane(other, { name: "no limit, alone", perSecond: null, sink: sinks[2] });
    const settings = { MAIL_MODE: "live", SMTP_URL: `smtp://127.0.0.1:${relay.port}`, MAIL_HOSTS_ALLOW_PRIVATE: "1" };
    for (let worker = 0; worker < workers; worker += 1) await environment.work(settings);
    try {
      await startCampaign(other, alone.campaignId);
      const rateAlone = await measureUnlimited(alone);
      await startCampaign(environment, five.campaignId);
      await startCampaign(environment, fifty.campaignId);
      await delay(2000);
      const beside = await insertLane(other, { name: "no limit, beside them", perSecond: null, sink: sinks[2] });
      await Promise.all([five, fifty].map(({ sink }) => sink.count()));
      await startCampaign(other, beside.campaignId);
      const [limited, rateBeside] = await Promise.all([measureLimited([five, fifty]), measureUnlimited(beside)]);
      const { count: overRelay } = await relay.count();
      return [
        ...limited,
        {
          bench: "an unlimited connection beside limited ones, against alone",
          target: "at least 0.9",
          ratio: round(rateBeside / rateAlone),
          perSecond: rateBeside,
        },
        { bench: "messages over the relay of the service", target: 0, count: overRelay },
      ];
    } finally {
      for (const sink of [relay, ...sinks]) sink.stop();
    }
  });
}

type NewLane = Omit<Lane, "campaignId">;

/** A campaign whose sender names a new connection. */
async function insertLane(rows: CompanyRows, lane: NewLane): Promise<Lane> {
  const { sql, company } = rows;
  const campaignId = await insertApprovedCampaign(rows, newsletterHtml(10, 2));
  const [connection] = await sql<{ id: string }[]>`
    insert into sending_connection (tenant_id, name, kind, host, port, security, auth, username, per_second, enabled, is_default,
      created_at, updated_at)
    values (${company.tenantId}, ${`${lane.name} ${campaignId}`}, 'smtp', '127.0.0.1', ${lane.sink.port}, 'none', 'none', '',
      ${lane.perSecond}, true, false, now(), now()) returning id`;
  await sql`
    insert into sending_connection_meter (tenant_id, connection_id, day, sent, tokens_at)
    values (${company.tenantId}, ${connection?.id ?? ""}, current_date, 0, now())`;
  await sql`
    update sender set connection_id = ${connection?.id ?? ""} where tenant_id = ${company.tenantId}
      and id = (select sender_id from campaign where tenant_id = ${company.tenantId} and id = ${campaignId})`;
  return { ...lane, campaignId };
}

async function measureLimited(lanes: readonly Lane[]): Promise<object[]> {
  const begun = performance.now();
  await delay(seconds * 1000);
  const counts = await Promise.all(lanes.map(({ sink }) => sink.count()));
  const measuredS = (performance.now() - begun) / 1000;
  return lanes.map(({ name, perSecond }, index) => {
    const rate = round((counts[index]?.count ?? 0) / measuredS);
    return {
      bench: `a connection limited to ${name}`,
      target: "0.9 to 1.1",
      ratio: round(rate / (perSecond ?? 1)),
      perSecond: rate,
    };
  });
}

/** The rate between the first and the last message of a campaign. */
async function measureUnlimited({ sink }: Lane): Promise<number> {
  await sink.count();
  let total = 0;
  let begun: number | undefined;
  let last = performance.now();
  while (performance.now() - last < 2000 || begun === undefined) {
    await delay(100);
    const { count } = await sink.count();
    if (count === 0) continue;
    last = performance.now();
    begun ??= last;
    total += count;
  }
  return round((total / Math.max(1, last - begun)) * 1000);
}

const round = (value: number): number => Math.round(value * 100) / 100;

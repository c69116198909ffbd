import { setTimeout as delay } from "node:timers/promises";
import { insertApprovedCampaign, startCampaign } from "./support/campaigns.ts";
import { median } from "./support/compare.ts";
import { load } from "./support/load.ts";
import { postmasterPid, untilIdle } from "./support/processes.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { startSink, type Sink } from "./support/smtp-sink.ts";
import {
  createBenchCompany,
  withEnvironment,
  type ServerProcess,
  type BenchEnvironment,
} from "./support/environment.ts";

const contacts = 1_000_000;
const html = "<p>Ahoj {{df_name}}</p><p><a href='https://example.com/'>Nabídka</a></p>";

/**
 * A campaign with a million recipients: time to the first message, cost of writing the messages, and the effect on
 * other companies.
 */
export async function benchCampaigns(): Promise<object[]> {
  const sink = await startSink();
  try {
    return await withEnvironment(async (environment) => {
      await seedContacts(environment, contacts);
      const server = await environment.serve();
      const id = await insertApprovedCampaign(environment, html);
      const quiet = await pages(environment, server);
      const worker = await environment.work({ MAIL_MODE: "live", SMTP_URL: `smtp://127.0.0.1:${sink.port}` });
      const { firstMs, preparedMs, written } = await startAndExpand(environment, sink, id);
      const smallMs = await smallCampaign(environment);
      const busy = await pages(environment, server);
      await environment.sql`update campaign set status = 'paused' where id = ${id}`;
      await environment.sql`update company set sending_enabled = false where tenant_id = ${environment.company.tenantId}`;
      await untilIdle([worker.pid, await postmasterPid(environment.sql)]);
      await environment.sql`vacuum analyze`;
      const writing = await writeAlternating(environment);
      return [
        { bench: `approval of ${written} recipients to the first message`, target: "at most 5000", ms: firstMs },
        {
          bench: "writing their rows, against a baseline INSERT … SELECT into the same table",
          target: "at most 2",
          ratio: Number(median(writing.map(({ baselineMs, aloneMs }) => aloneMs / baselineMs)).toFixed(2)),
          writing,
          // On the same two cores as the sending of the first messages, the relay and this bench.
          whileSendingMs: preparedMs,
        },
        { bench: "ten messages of another company meanwhile", target: "at most 2000", ms: smallMs },
        {
          bench: "p95 of GET /contacts while a campaign is sent, against a quiet time",
          target: "at most 3",
          ratio: Number((busy.p95Ms / quiet.p95Ms).toFixed(2)),
          quiet,
          busy,
        },
      ];
    });
  } finally {
    sink.stop();
  }
}

const pages = ({ company: { tenant, apiKey } }: BenchEnvironment, { port }: ServerProcess) =>
  load(port, { connections: 4, seconds: 8 }, () => ({
    method: "GET",
    path: `/api/v1/tenants/${tenant}/contacts`,
    headers: { Authorization: `Bearer ${apiKey}` },
  }));

async function startAndExpand(environment: BenchEnvironment, sink: Sink, id: string) {
  await sink.count();
  const begun = performance.now();
  const at = Date.now();
  await startCampaign(environment, id);
  let firstMs: number | undefined;
  for (;;) {
    if (firstMs === undefined) {
      const { count, firstAt } = await sink.count();
      if (count > 0) firstMs = firstAt - at;
    }
    const [row] = await environment.sql<{ n: number }[]>`
      select count(*)::int as n from campaign_expansion where campaign_id = ${id}`;
    if (row?.n === 0) break;
    await delay(20);
  }
  const preparedMs = Math.round(performance.now() - begun);
  const [rows] = await environment.sql<{ n: number }[]>`
    select count(*)::int as n from message where source_id = ${id}`;
  return { firstMs, preparedMs, written: rows?.n ?? 0 };
}

const rounds = 3;

/** Runs a CHECKPOINT before each side, so that neither pays for the other's dirty pages. */
async function writeAlternating(environment: BenchEnvironment): Promise<{ baselineMs: number; aloneMs: number }[]> {
  const written = async (write: (environment: BenchEnvironment) => Promise<number>) => {
    await environment.sql`checkpoint`;
    return write(environment);
  };
  const all: { baselineMs: number; aloneMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push({ baselineMs: await written(baselineInsert), aloneMs: await written(prepareAlone) });
  }
  return all;
}

/** The messages of another campaign to the same contacts, in a company that may not send. */
async function prepareAlone(environment: BenchEnvironment): Promise<number> {
  const { sql } = environment;
  const id = await insertApprovedCampaign(environment, html);
  const begun = performance.now();
  await startCampaign(environment, id);
  for (;;) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from campaign_expansion where campaign_id = ${id}`;
    if (row?.n === 0) return Math.round(performance.now() - begun);
    await delay(20);
  }
}

/** The same messages for a third campaign, inserted directly into the same table. */
async function baselineInsert(environment: BenchEnvironment): Promise<number> {
  const { sql, company } = environment;
  const { tenantId } = company;
  const id = await insertApprovedCampaign(environment, html);
  const begun = performance.now();
  await sql`
    insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, list_id, domain)
    select c.tenant_id, ${id}, c.id, ${id}, c.id / 500, l.list_id, split_part(c.email, '@', 2)
    from contact c join list_member l on l.tenant_id = c.tenant_id and l.contact_id = c.id and l.state = 'confirmed'
      and l.list_id = (select (audience->'listIds'->>0)::bigint from campaign where id = ${id})
    where c.tenant_id = ${tenantId} and not c.excluded`;
  return Math.round(performance.now() - begun);
}

async function smallCampaign(environment: BenchEnvironment): Promise<number> {
  const { sql, url } = environment;
  const company = await createBenchCompany(url, "Small");
  await sql`
    insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, language, search, grams, name_key)
    select ${company.tenantId}, 'small' || n || '@example.com', sha256(('small' || n)::bytea), ${company.shopId}, 'subscribed',
      now(), 'manual', now(), 'cs', '', '{}', '' from generate_series(1, 10) n`;
  await sql`
    insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at)
    select tenant_id, id, ${company.purposeId}, 'valid', 'imported', 'manual', now() from contact
    where tenant_id = ${company.tenantId}`;
  const small = { ...environment, company };
  const id = await insertApprovedCampaign(small, html);
  const begun = performance.now();
  await startCampaign(small, id);
  for (;;) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from message where tenant_id = ${company.tenantId} and state = 'sent'`;
    if (row?.n === 10) return Math.round(performance.now() - begun);
    await delay(20);
  }
}

import { setTimeout as delay } from "node:timers/promises";
import type { BenchEnvironment, CompanyRows } from "./environment.ts";
import { cpuMs } from "./processes.ts";
import type { Sink } from "./smtp-sink.ts";

/** HTML of about this size including the text part, personalised and with tracked links. */
export const newsletterHtml = (kilobytes: number, links: number) =>
  `<html><body><h1>Ahoj {{df_name}}</h1>${Array.from({ length: links }, (_, n) => `<p><a href="https://example.com/${n}">Nabídka ${n}</a></p>`).join("")}${"<p>Nová kolekce je tady a s ní i sleva pro naše věrné zákazníky.</p>".repeat(Math.round((kilobytes * 1024) / 250))}<p>{{df_email}} <a href="{{df_unsubscribe}}">Odhlásit</a></p></body></html>`;

/** A draft campaign with content and a new list of all mailable contacts, inserted without the API. */
export async function insertApprovedCampaign(
  { sql, company: { tenantId, shopId } }: CompanyRows,
  html: string,
  domain = "example.org",
): Promise<string> {
  const [list] = await sql<{ id: string }[]>`
    insert into list (tenant_id, name, public_name, note, created_at, search)
    values (${tenantId}, ${`List ${performance.now()}`}, '', '', now(), '') returning id`;
  await sql`
    insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
    select tenant_id, ${list?.id ?? ""}, id, 'confirmed', now(), now(), created_at from contact where tenant_id = ${tenantId} and not excluded`;
  const [sender] = await sql<{ id: string }[]>`
    insert into sender (tenant_id, email, name, verified_at, operator_verified_at, created_at)
    values (${tenantId}, ${`shop${Math.round(performance.now())}@${domain}`}, 'Shop', now(), now(), now()) returning id`;
  const audience = {
    listIds: [list?.id],
    segmentIds: [],
    excludeListIds: [],
    excludeSegmentIds: [],
    excludeEmails: [],
    purposeId: null,
  };
  const [campaign] = await sql<{ id: string }[]>`
    insert into campaign (tenant_id, name, shop_id, status, created_at, sender_id, subject, audience, content_version)
    values (${tenantId}, 'Bench', ${shopId}, 'draft', now(), ${sender?.id ?? ""}, 'Ahoj {{df_name}}',
      ${JSON.stringify(audience)}::jsonb, 1) returning id`;
  const id = campaign?.id ?? "";
  await sql`
    insert into content (tenant_id, owner_kind, owner_id, version, last_version, published_version, updated_at)
    values (${tenantId}, 'campaign', ${id}, 1, 1, 1, now())`;
  await sql`
    insert into content_version (tenant_id, owner_kind, owner_id, version, kind, html, created_at)
    values (${tenantId}, 'campaign', ${id}, 1, 'html', ${html}, now())`;
  await sql.unsafe("vacuum analyze");
  return id;
}

export async function startCampaign({ sql, company: { tenantId } }: CompanyRows, id: string): Promise<void> {
  await sql`insert into campaign_expansion (tenant_id, campaign_id) values (${tenantId}, ${id})`;
  await sql`update campaign set status = 'sending', started_at = now() where tenant_id = ${tenantId} and id = ${id}`;
}

export async function untilCompleted({ sql, company: { tenantId } }: CompanyRows, id: string): Promise<void> {
  for (;;) {
    const [row] = await sql<{ status: string }[]>`
      select status from campaign where tenant_id = ${tenantId} and id = ${id}`;
    if (row?.status === "completed") return;
    if (row?.status !== "sending") throw new Error(`the campaign is ${row?.status}`);
    await delay(50);
  }
}

/** The processes whose CPU time is measured. */
type Pids = { worker: number; database: number };

type CampaignInput = { html: string; domain?: string | undefined };

/** Sends a campaign to all contacts and measures it until it is completed. */
export async function sendCampaign(
  environment: BenchEnvironment,
  sink: Sink,
  pids: Pids,
  { html, domain }: CampaignInput,
) {
  const id = await insertApprovedCampaign(environment, html, domain);
  await sink.count();
  const before = { worker: cpuMs([pids.worker]), database: cpuMs([pids.database]) };
  const begun = performance.now();
  await startCampaign(environment, id);
  await untilCompleted(environment, id);
  const ms = performance.now() - begun;
  const workerMs = cpuMs([pids.worker]) - before.worker;
  const databaseMs = cpuMs([pids.database]) - before.database;
  const { count, bytes } = await sink.count();
  return {
    count,
    bytesEach: Math.round(bytes / count),
    perSecond: Math.round((count / ms) * 1000),
    perCpuSecond: Math.round((count / (workerMs + databaseMs)) * 1000),
    workerUs: Math.round((workerMs / count) * 1000),
    databaseUs: Math.round((databaseMs / count) * 1000),
  };
}

export type SendResult = Awaited<ReturnType<typeof sendCampaign>>;

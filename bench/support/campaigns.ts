import { setTimeout as delay } from "node:timers/promises";
import type { BenchEnvironment } from "./environment.ts";

/** A draft campaign with content and a new list of all mailable contacts, inserted without the API. */
export async function insertApprovedCampaign(
  { sql, company: { tenantId, shopId } }: BenchEnvironment,
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
    insert into sender (tenant_id, email, name, verified_at, vouched_at, created_at)
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

export async function startCampaign({ sql, company: { tenantId } }: BenchEnvironment, id: string): Promise<void> {
  await sql`insert into campaign_expansion (tenant_id, campaign_id) values (${tenantId}, ${id})`;
  await sql`update campaign set status = 'sending', started_at = now() where tenant_id = ${tenantId} and id = ${id}`;
}

export async function untilCompleted({ sql, company: { tenantId } }: BenchEnvironment, id: string): Promise<void> {
  for (;;) {
    const [row] = await sql<{ status: string }[]>`
      select status from campaign where tenant_id = ${tenantId} and id = ${id}`;
    if (row?.status === "completed") return;
    if (row?.status !== "sending") throw new Error(`the campaign is ${row?.status}`);
    await delay(50);
  }
}

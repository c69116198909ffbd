import type { TenantDb } from "../../db/tenant.ts";
import type { PlanLink } from "../../mail/render/links.ts";

type LinkOwner = { readonly sourceId: string; readonly variantId: string };

/** Written by the first worker that sends the variant; links never change. */
export async function insertLinks(db: TenantDb, of: LinkOwner, links: readonly PlanLink[]): Promise<void> {
  if (links.length === 0) return;
  await db.sql`
    insert into message_link (tenant_id, source_id, variant_id, number, url)
    select ${db.tenantId}, ${of.sourceId}, ${of.variantId}, l.number, l.url
    from unnest(${links.map(({ number }) => number)}::int[], ${links.map(({ url }) => url)}::text[]) as l(number, url)
    on conflict do nothing`;
}

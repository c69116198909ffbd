import { takeLock } from "../../db/locks.ts";
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

/**
 * Links inside products and articles change with the feeds, so they have numbers above those of the e-mail's own links. What is
 * beyond the last number is not tracked.
 */
export const firstBlockLink = 800_001;
const lastBlockLink = firstBlockLink + 20_000 - 1;

/** The numbers of addresses inside products and articles that were sent before. */
export async function findBlockLinks(
  { sql, tenantId }: TenantDb,
  { sourceId, variantId }: LinkOwner,
  urls: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<PlanLink[]>`
    select url, number from message_link
    where tenant_id = ${tenantId} and source_id = ${sourceId} and variant_id = ${variantId}
      and number >= ${firstBlockLink} and url = any(${[...urls]}::text[])`;
  return new Map(rows.map(({ url, number }) => [url, number]));
}

/** The same, with numbers for new addresses: an address keeps its number in all messages of the variant. */
export async function reserveBlockLinks(
  db: TenantDb,
  of: LinkOwner,
  urls: readonly string[],
): Promise<Map<string, number>> {
  const known = await findBlockLinks(db, of, urls);
  if (urls.every((url) => known.has(url))) return known;
  return db.transaction(async (own) => {
    const { sql, tenantId } = own;
    await takeLock(own, "blockLinks", tenantId, of.sourceId);
    const before = await findBlockLinks(own, of, urls);
    const added = urls.filter((url) => !before.has(url));
    await sql`
      insert into message_link (tenant_id, source_id, variant_id, number, url)
      select ${tenantId}, ${of.sourceId}, ${of.variantId}, n.number, n.url from (
        select l.url, last.number + l.position::int as number
        from unnest(${added}::text[]) with ordinality as l(url, position), (
          select coalesce(max(number), ${firstBlockLink - 1}::int) as number from message_link
          where tenant_id = ${tenantId} and source_id = ${of.sourceId} and number >= ${firstBlockLink}) last) n
      where n.number <= ${lastBlockLink}`;
    return findBlockLinks(own, of, urls);
  });
}

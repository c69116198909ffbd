import type { TenantDb } from "../../../db/tenant.ts";
import type { EmailSource } from "./signals.ts";

export type SourceRecord = EmailSource & { readonly id: string };

/** The message sources that are e-mails of automations. */
export const listEmailSources = (db: TenantDb, ids: readonly string[]): Promise<SourceRecord[]> =>
  db.sql<SourceRecord[]>`
    select id, automation_id, node from automation_email_source
    where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])`;

export type LinkRecord = { sourceId: string; variantId: string; number: number; url: string };

export type LinkRef = { readonly sourceId: string; readonly variantId: string; readonly number: number };

export const listLinks = (db: TenantDb, links: readonly LinkRef[]): Promise<LinkRecord[]> =>
  db.sql<LinkRecord[]>`
    select l.source_id, l.variant_id, l.number, l.url
    from (select distinct * from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as r("sourceId" bigint, "variantId" bigint, number int)) r
    join message_link l on l.tenant_id = ${db.tenantId} and l.source_id = r."sourceId" and l.variant_id = r."variantId"
      and l.number = r.number`;

/** The main shops of the contacts that exist. */
export const listShopsOfContacts = (
  db: TenantDb,
  contactIds: readonly string[],
): Promise<{ id: string; shopId: string }[]> =>
  db.sql<{ id: string; shopId: string }[]>`
    select id, shop_id from contact where tenant_id = ${db.tenantId} and id = any(${[...contactIds]}::bigint[])`;

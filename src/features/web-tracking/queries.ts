import { singleRow } from "../../db/rows.ts";
import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { webEventTypes } from "./shapes.ts";

export type SiteRecord = {
  shopId: string;
  siteKey: string;
  shopUrl: string | null;
  isShopEnabled: boolean;
  scriptEnabled: boolean;
  formIds: string[];
  found: boolean;
  foundFormIds: string[];
  checkedAt: Date | null;
  trackingEnabled: boolean;
  requireConsent: boolean;
  domains: string[];
};

const sites = ({ sql, tenantId }: TenantDb) => sql`
  select s.id as shop_id, s.site_key, s.url as shop_url, s.is_enabled as is_shop_enabled,
    coalesce(t.script_enabled, false) as script_enabled, coalesce(t.form_ids, '{}')::text[] as form_ids,
    coalesce(t.found, false) as found, coalesce(t.found_form_ids, '{}')::text[] as found_form_ids, t.checked_at, coalesce(t.tracking_enabled, false) as tracking_enabled,
    coalesce(t.require_consent, true) as require_consent, coalesce(t.domains, '{}') as domains
  from shop s left join site_settings t on t.tenant_id = ${tenantId} and t.shop_id = s.id
  where s.tenant_id = ${tenantId}`;

export const listSites = (db: TenantDb, limit: number): Promise<SiteRecord[]> =>
  db.sql<SiteRecord[]>`${sites(db)} order by s.id limit ${limit}`;

export const listSitesOf = (db: TenantDb, shopIds: readonly string[]): Promise<SiteRecord[]> =>
  db.sql<SiteRecord[]>`${sites(db)} and s.id = any(${[...shopIds]}::bigint[])`;

export async function findSite(db: TenantDb, shopId: string): Promise<SiteRecord | undefined> {
  const [row] = await db.sql<SiteRecord[]>`${sites(db)} and s.id = ${shopId}`;
  return row;
}

export async function findSiteByKey(db: TenantDb, siteKey: string): Promise<SiteRecord | undefined> {
  const [row] = await db.sql<SiteRecord[]>`${sites(db)} and s.site_key = ${siteKey}`;
  return row;
}

/** Shops whose links get marks. */
export const listTrackedShops = (db: TenantDb): Promise<Pick<SiteRecord, "shopUrl" | "domains">[]> =>
  db.sql<Pick<SiteRecord, "shopUrl" | "domains">[]>`
    select s.url as shop_url, t.domains from site_settings t
    join shop s on s.tenant_id = ${db.tenantId} and s.id = t.shop_id
    where t.tenant_id = ${db.tenantId} and t.tracking_enabled and s.is_enabled`;

export type SiteUpdate = Partial<
  Pick<
    SiteRecord,
    | "scriptEnabled"
    | "formIds"
    | "found"
    | "foundFormIds"
    | "checkedAt"
    | "trackingEnabled"
    | "requireConsent"
    | "domains"
  >
>;

/** The shop must exist. */
export async function upsertSite(db: TenantDb, shopId: string, change: SiteUpdate): Promise<void> {
  const row = { tenantId: db.tenantId, shopId, ...change };
  await db.sql`
    insert into site_settings ${db.sql(row)} on conflict (tenant_id, shop_id) do update set ${db.sql(change)}`;
}

export async function removeFormFromSites(db: TenantDb, formId: string): Promise<void> {
  await db.sql`
    update site_settings set form_ids = array_remove(form_ids, ${formId}),
      found_form_ids = array_remove(found_form_ids, ${formId})
    where tenant_id = ${db.tenantId} and ${formId} = any(form_ids || found_form_ids)`;
}

export type WebEventRecord = {
  id: string;
  at: Date;
  type: (typeof webEventTypes)[number];
  data: Record<string, unknown>;
  contactId: string;
  email: string;
  shopId: string | null;
};

export type WebEventFilter = {
  type?: (typeof webEventTypes)[number] | undefined;
  contactId?: string | undefined;
  shopId?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
};

const matches = (
  { sql, tenantId }: TenantDb,
  { type, contactId, shopId, from, before }: WebEventFilter,
): Fragment => sql`
  e.tenant_id = ${tenantId} and e.type in ('cart', 'page_visit')
  ${type === undefined ? sql`` : sql`and e.type = ${type}`}
  ${contactId === undefined ? sql`` : sql`and e.contact_id = ${contactId}`}
  ${shopId === undefined ? sql`` : sql`and e.shop_id = ${shopId}`}
  ${from === undefined ? sql`` : sql`and e.at >= ${from}`}
  ${before === undefined ? sql`` : sql`and e.at < ${before}`}`;

export const listWebEvents = (
  db: TenantDb,
  filter: WebEventFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<WebEventRecord[]> =>
  db.sql<WebEventRecord[]>`
    select e.id, e.at, e.type, e.data, e.contact_id, c.email, e.shop_id
    from contact_event e join contact c on c.tenant_id = ${db.tenantId} and c.id = e.contact_id
    where ${matches(db, filter)} order by e.at desc, e.id desc limit ${limit} offset ${offset}`;

export async function countWebEvents(db: TenantDb, filter: WebEventFilter): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from contact_event e where ${matches(db, filter)}`;
  return singleRow(rows).total;
}

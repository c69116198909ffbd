import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { leavings } from "./contact-changes.sql.ts";
import { toHour } from "./journal-values.sql.ts";

/** The counts by source of messages `from` (campaign_id, hour, metric, n) by the shop of the campaign or automation. */
export const countsByShop = ({ sql, tenantId }: TenantDb, from: Fragment): Fragment => sql`
  select coalesce(c.shop_id, a.shop_id) as shop_id, s.hour, s.metric, s.n
  from ${from} s
  left join campaign c on c.tenant_id = ${tenantId} and c.id = s.campaign_id
  left join automation_email_source e on e.tenant_id = ${tenantId} and e.id = s.campaign_id
  left join automation a on a.tenant_id = ${tenantId} and a.id = e.automation_id
  where coalesce(c.shop_id, a.shop_id) is not null`;

/** Contacts that the entries `j` lost, by the shop of those that still exist. */
export const lostByShop = (db: TenantDb, which: Fragment): Fragment => db.sql`
  select c.shop_id, ${toHour(db, db.sql`j.at`)} as hour, 'lost' as metric, count(*)::int as n
  from journal j join contact c on c.tenant_id = ${db.tenantId} and c.id = j.contact_id
  where ${which} and ${leavings(db)} group by 1, 2`;

import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";

/** The hour in the company's time zone. */
export const toHour = ({ sql, tenantId }: TenantDb, at: Fragment): Fragment => sql`
  date_trunc('hour', ${at}, (select time_zone from company where tenant_id = ${tenantId}))`;

/** Ids are text in the journal; an invalid one must not block the reader. */
export const toId = ({ sql }: TenantDb, text: Fragment): Fragment => sql`
  case when ${text} ~ '^[1-9][0-9]{0,15}$' then (${text})::bigint end`;

/** The id of a campaign or of an e-mail of an automation; both are sources of messages. */
export const isSource = ({ sql, tenantId }: TenantDb, id: Fragment): Fragment => sql`
  (exists (select from campaign c where c.tenant_id = ${tenantId} and c.id = ${id})
    or exists (select from automation_email_source e where e.tenant_id = ${tenantId} and e.id = ${id}))`;

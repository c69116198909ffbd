import { acrossNodes } from "../../../db/distribution/across-nodes.ts";
import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { UnknownCount } from "../../delivery/unknown.ts";

export async function hasEmailSource(
  { sql, tenantId }: TenantDb,
  automationId: string,
  node: string,
): Promise<boolean> {
  const rows = await sql`
    select from automation_email_source
    where tenant_id = ${tenantId} and automation_id = ${automationId} and node = ${node} limit 1`;
  return rows.length > 0;
}

type UnknownEmails = { readonly automationId: string; readonly node?: string | undefined };

/** Sources `s` of an automation with unknown messages, by their counters. */
const unknownSources = ({ sql, tenantId }: TenantDb, { automationId, node }: UnknownEmails): Fragment => sql`
  automation_email_source s join message_state_count k on k.tenant_id = ${tenantId} and k.source_id = s.id
    and k.variant_id = s.id and k.state = 'unknown' and k.n > 0
    and s.tenant_id = ${tenantId} and s.automation_id = ${automationId} ${node === undefined ? sql`` : sql`and s.node = ${node}`}`;

export async function listUnknownSources(db: TenantDb, emails: UnknownEmails): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`select s.id from ${unknownSources(db, emails)} order by s.id`;
  return rows.map(({ id }) => id);
}

/** Messages `m` of contacts `c` that exist. */
const unknownEmails = (db: TenantDb, emails: UnknownEmails): Fragment => db.sql`
  ${unknownSources(db, emails)}
  join message m on m.tenant_id = ${db.tenantId} and m.source_id = s.id and m.state = 'unknown'
  join contact c on c.tenant_id = ${db.tenantId} and c.id = m.contact_id`;

export async function countUnknownEmails(db: TenantDb, emails: UnknownEmails): Promise<number> {
  return singleRow(await db.sql<{ n: number }[]>`select count(*)::int as n from ${unknownEmails(db, emails)}`).n;
}

export type UnknownEmail = { node: string; contactId: string; email: string; at: Date };

export const listUnknownEmails = async (
  db: TenantDb,
  emails: UnknownEmails,
  { limit, offset }: { limit: number; offset: number },
): Promise<UnknownEmail[]> =>
  db.sql<UnknownEmail[]>`
    select s.node, m.contact_id, c.email, m.tried_at as at from ${unknownEmails(db, emails)}
    order by m.tried_at desc, m.source_id, m.contact_id limit ${limit} offset ${offset}`;

export async function listAutomationsWithUnknown(db: SystemDb): Promise<UnknownCount[]> {
  return acrossNodes(
    db,
    (of) => db.sql<UnknownCount[]>`
      select a.tenant_id, a.id as owner_id, a.name, sum(k.n)::int as n from ${of.table("automation")} a
      join ${of.table("automation_email_source")} s on s.tenant_id = a.tenant_id and s.automation_id = a.id
      join ${of.table("message_state_count")} k on k.tenant_id = a.tenant_id and k.source_id = s.id and k.variant_id = s.id
        and k.state = 'unknown' and k.n > 0
      group by a.tenant_id, a.id, a.name order by a.tenant_id, a.id`,
    (of) => db.sql<{ tenantId: string }[]>`
      select distinct tenant_id from ${of.table("message_state_count")} where state = 'unknown' and n > 0`,
  );
}

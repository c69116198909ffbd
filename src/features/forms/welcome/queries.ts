import { companyTable } from "../../../db/distribution/across-nodes.ts";
import { node, type SqlNode } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { blockReason, type GateCheck } from "../../contacts/gate.sql.ts";

/** The forms whose welcome e-mail is on, as a message source lists them. A disabled shop sends nothing. */
export const sendingWelcomes: SqlNode = node`
  select f.tenant_id, f.id as source_id, f.id as variant_id from ${companyTable("form")} f
  join ${companyTable("shop")} s on s.tenant_id = f.tenant_id and s.id = f.shop_id and s.is_enabled
  where f.is_welcome_enabled and f.deleted_at is null`;

/** Why a contact `c` gets no welcome e-mail now; null when it gets it. */
export const welcomeBlockReason = (tenantId: string, check: Pick<GateCheck, "purposeId" | "now">): SqlNode =>
  blockReason({ tenant: node`${tenantId}`, ...check });

type WelcomeMessage = { readonly formId: string; readonly contactId: string; readonly at: Date };

export const messageTo = (tenantId: string, { formId, contactId, at }: WelcomeMessage): SqlNode => node`
  select c.id, null::bigint as list_id, split_part(c.email, '@', 2) as domain, ${formId}::bigint as variant_id,
    ${at}::timestamptz as due_at
  from contact c where c.tenant_id = ${tenantId} and c.id = ${contactId}`;

export async function hasWelcome(db: TenantDb, formId: string, contactId: string): Promise<boolean> {
  const rows = await db.sql`
    select from message where tenant_id = ${db.tenantId} and source_id = ${formId} and contact_id = ${contactId}`;
  return rows.length > 0;
}

export async function hasPostmark(db: TenantDb): Promise<boolean> {
  const rows =
    await db.sql`select from sending_hook where tenant_id = ${db.tenantId} and provider = 'postmark' limit 1`;
  return rows.length > 0;
}

/** The name of the form; undefined if its welcome e-mail was off before. */
export async function stopWelcome(db: TenantDb, formId: string): Promise<string | undefined> {
  const [row] = await db.sql<{ name: string }[]>`
    update form set is_welcome_enabled = false
    where tenant_id = ${db.tenantId} and id = ${formId} and is_welcome_enabled returning name`;
  return row?.name;
}

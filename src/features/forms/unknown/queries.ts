import type { Fragment } from "../../../db/client.ts";
import { acrossNodes } from "../../../db/distribution/across-nodes.ts";
import { singleRow } from "../../../db/rows.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { UnknownDecision } from "../../delivery/unknown-shapes.ts";
import type { UnknownCount } from "../../delivery/unknown.ts";
import type { FormEmailKind } from "./kinds.ts";

type UnknownFormEmails = {
  readonly formId: string;
  readonly kinds: readonly FormEmailKind[];
  /** Sign-ups from before then cannot be confirmed any more. */
  readonly validSince: Date;
};

/** Confirmation e-mails of sign-ups that can still be confirmed, and welcome e-mails of contacts that exist. */
const unknownEmails = ({ sql, tenantId }: TenantDb, { formId, kinds, validSince }: UnknownFormEmails): Fragment => sql`
  (select l.kind, s.contact_id, s.email, l.tried_at as at from confirmation_email l
    join form_signup s on s.tenant_id = ${tenantId} and s.id = l.signup_id and s.form_id = ${formId} and s.email is not null
      and s.state = 'pending' and s.filled_at > ${validSince}
    where l.tenant_id = ${tenantId} and l.state = 'unknown' and l.kind = any(${[...kinds]}::text[])
    union all
    select 'welcome', m.contact_id, c.email, m.tried_at from message m
    join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    where m.tenant_id = ${tenantId} and m.source_id = ${formId} and m.state = 'unknown' and ${kinds.includes("welcome")}) e`;

export async function countUnknownFormEmails(db: TenantDb, emails: UnknownFormEmails): Promise<number> {
  return singleRow(await db.sql<{ n: number }[]>`select count(*)::int as n from ${unknownEmails(db, emails)}`).n;
}

export type UnknownFormEmail = { kind: FormEmailKind; contactId: string | null; email: string; at: Date };

export const listUnknownFormEmails = async (
  db: TenantDb,
  emails: UnknownFormEmails,
  { limit, offset }: { limit: number; offset: number },
): Promise<UnknownFormEmail[]> =>
  db.sql<UnknownFormEmail[]>`
    select kind, contact_id, email, at from ${unknownEmails(db, emails)}
    order by at desc, kind, email limit ${limit} offset ${offset}`;

/** Returns the confirmation e-mails that count as sent now, or are queued again. */
export async function resolveUnknownConfirmationEmails(
  { sql, tenantId }: TenantDb,
  {
    formId,
    kinds,
    validSince,
    contactIds,
  }: UnknownFormEmails & { readonly contactIds?: readonly string[] | undefined },
  { decision, at }: { readonly decision: UnknownDecision; readonly at: Date },
): Promise<string[]> {
  const resolved =
    decision === "mark_sent"
      ? sql`state = 'sent', sent_at = coalesce(l.tried_at, ${at})`
      : sql`state = 'queued', reason = null, tried_at = ${at}`;
  const rows = await sql<{ id: string }[]>`
    update confirmation_email l set ${resolved}
    from form_signup s
    where l.tenant_id = ${tenantId} and l.state = 'unknown' and l.kind = any(${[...kinds]}::text[])
      and s.tenant_id = ${tenantId} and s.id = l.signup_id and s.form_id = ${formId} and s.email is not null
      and s.state = 'pending' and s.filled_at > ${validSince}
      ${contactIds === undefined ? sql`` : sql`and s.contact_id = any(${[...contactIds]}::bigint[])`}
    returning l.id`;
  return rows.map(({ id }) => id);
}

export async function listFormsWithUnknown(db: SystemDb, validSince: Date): Promise<UnknownCount[]> {
  return acrossNodes(
    db,
    (of) => db.sql<UnknownCount[]>`
      select f.tenant_id, f.id as owner_id, f.name, sum(u.n)::int as n from ${of.table("form")} f join (
        select s.tenant_id, s.form_id, count(*) as n from ${of.table("confirmation_email")} l
        join ${of.table("form_signup")} s on s.tenant_id = l.tenant_id and s.id = l.signup_id and s.state = 'pending'
          and s.email is not null and s.filled_at > ${validSince}
        where l.state = 'unknown' group by s.tenant_id, s.form_id
        union all
        select k.tenant_id, k.source_id, k.n from ${of.table("message_state_count")} k where k.state = 'unknown' and k.n > 0
      ) u on u.tenant_id = f.tenant_id and u.form_id = f.id
      where f.deleted_at is null
      group by f.tenant_id, f.id, f.name order by f.tenant_id, f.id`,
  );
}

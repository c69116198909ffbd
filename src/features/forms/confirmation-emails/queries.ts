import { acrossNodes, updateAcrossCompanies, type Companies } from "../../../db/distribution/across-nodes.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { Profile } from "../../../kernel/contact-columns.ts";
import { maySend } from "../../delivery/batches.queries.ts";

export type ConfirmationEmailKind = "confirmation" | "reminder";

/** Undefined if the sign-up has had such a confirmation e-mail. */
export async function insertConfirmationEmail(
  db: TenantDb,
  { signUpId, kind }: { signUpId: string; kind: ConfirmationEmailKind },
  at: Date,
): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    insert into confirmation_email (tenant_id, signup_id, kind, state, created_at)
    values (${db.tenantId}, ${signUpId}, ${kind}, 'queued', ${at})
    on conflict (tenant_id, signup_id, kind) do nothing returning id`;
  return row?.id;
}

export type ConfirmationEmailRecord = {
  id: string;
  kind: ConfirmationEmailKind;
  signUpId: string;
  formId: string;
  shopId: string;
  email: string;
  fingerprint: Buffer;
  language: string;
  profile: Partial<Profile>;
  customFields: Record<string, unknown>;
  filledAt: Date;
  doiTemplateId: string | null;
  senderId: string | null;
  /** The relay reports outcomes by Postmark's header. */
  isPostmark: boolean;
  maySend: boolean;
};

/** A confirmation e-mail that still has to be sent: its sign-up waits and its form exists. */
export async function findQueuedConfirmationEmail(
  db: TenantDb,
  id: string,
): Promise<ConfirmationEmailRecord | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<ConfirmationEmailRecord[]>`
    select l.id, l.kind, l.signup_id as sign_up_id, s.form_id, f.shop_id, s.email, s.fingerprint, s.language, s.profile,
      s.custom_fields, s.filled_at, (f.settings->>'doiTemplateId') as doi_template_id, (f.settings->>'senderId') as sender_id,
      exists (select from sending_hook h where h.tenant_id = ${tenantId} and h.provider = 'postmark') as is_postmark,
      (${toFragment(sql, maySend)}) as may_send
    from confirmation_email l
    join form_signup s on s.tenant_id = ${tenantId} and s.id = l.signup_id and s.state = 'pending' and s.email is not null
    join form f on f.tenant_id = ${tenantId} and f.id = s.form_id and f.deleted_at is null
    join company o on o.tenant_id = ${tenantId}
    where l.tenant_id = ${tenantId} and l.id = ${id} and l.state = 'queued'`;
  return row;
}

/** Written before the confirmation e-mail is handed over; false if another worker was faster. */
export async function claimConfirmationEmail(db: TenantDb, id: string, at: Date): Promise<boolean> {
  const rows = await db.sql`
    update confirmation_email set state = 'sending', tried_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and state = 'queued' returning id`;
  return rows.length > 0;
}

/** The sweep tries the confirmation e-mail again later, so that waiting confirmation e-mails do not keep others from their turn. */
export async function postponeConfirmationEmail(db: TenantDb, id: string, at: Date): Promise<void> {
  await db.sql`
    update confirmation_email set tried_at = ${at} where tenant_id = ${db.tenantId} and id = ${id} and state = 'queued'`;
}

export type ConfirmationEmailOutcome = {
  state: "queued" | "sent" | "failed" | "bounced" | "unknown";
  reason: string | null;
};

export async function updateConfirmationEmail(
  db: TenantDb,
  id: string,
  { state, reason }: ConfirmationEmailOutcome,
  sentAt: Date | null,
): Promise<void> {
  await db.sql`
    update confirmation_email set state = ${state}, reason = ${reason}, sent_at = coalesce(${sentAt}, sent_at)
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function refuseSignUp(db: TenantDb, signUpId: string, reason: string): Promise<void> {
  await db.sql`
    update form_signup set state = 'refused', reason = ${reason}
    where tenant_id = ${db.tenantId} and id = ${signUpId} and state = 'pending'`;
}

export type ConfirmationEmailContent = {
  subject: string;
  preheader: string;
  html: string;
  text: string | null;
  name: string;
};

/** The published content of a template. */
export async function findConfirmationEmailContent(
  db: TenantDb,
  templateId: string,
): Promise<ConfirmationEmailContent | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<ConfirmationEmailContent[]>`
    select t.name, t.subject, t.preheader, v.html, v.text from template t
    join content c on c.tenant_id = ${tenantId} and c.owner_kind = 'template' and c.owner_id = t.id
    join content_version v on v.tenant_id = ${tenantId} and v.owner_kind = 'template' and v.owner_id = t.id
      and v.version = c.published_version
    where t.tenant_id = ${tenantId} and t.id = ${templateId}`;
  return row;
}

type ConfirmationEmailRef = { tenantId: string; confirmationEmailId: string };

/** Confirmation e-mails whose job is gone, of companies that may send. */
export const listStalledConfirmationEmails = (db: SystemDb, before: Date): Promise<ConfirmationEmailRef[]> =>
  acrossNodes(
    db,
    (of) => db.sql<ConfirmationEmailRef[]>`
      select l.tenant_id, l.id as confirmation_email_id from ${of.table("confirmation_email")} l join ${of.table("company")} o on o.tenant_id = l.tenant_id
      where l.state = 'queued' and coalesce(l.tried_at, l.created_at) < ${before} and ${toFragment(db.sql, maySend)}
      order by l.created_at limit 1000`,
  );

/** A confirmation e-mail that a worker handed over when it died may have left. It is not sent again. */
export async function markConfirmationEmailsUnknown(db: SystemDb, before: Date): Promise<void> {
  const { sql } = db;
  const uncertain = sql`state = 'sending' and tried_at < ${before}`;
  await updateAcrossCompanies(db, {
    listCompanies: (of) =>
      sql<{ tenantId: string }[]>`select distinct tenant_id from ${of.table("confirmation_email")} where ${uncertain}`,
    update: (ofCompany) => sql`update confirmation_email set state = 'unknown' where ${uncertain} and ${ofCompany}`,
  });
}

/** Sign-ups whose reminder is due: their confirmation e-mail left, and its link is valid. */
export async function listDueReminders(
  db: SystemDb,
  { now, validSince }: { now: Date; validSince: Date },
): Promise<{ tenantId: string; signUpId: string }[]> {
  const due = (of: Companies) => db.sql<{ tenantId: string; signUpId: string }[]>`
  select s.tenant_id, s.id as sign_up_id from ${of.table("form_signup")} s
  join ${of.table("form")} f on f.tenant_id = s.tenant_id and f.id = s.form_id and f.is_active and f.deleted_at is null
  where s.state = 'pending' and s.filled_at > ${validSince} and (f.settings->>'reminderHours') is not null
    and s.filled_at <= ${now}::timestamptz - make_interval(hours => (f.settings->>'reminderHours')::int)
    and exists (select from ${of.table("confirmation_email")} l where l.tenant_id = s.tenant_id and l.signup_id = s.id
      and l.kind = 'confirmation' and l.state in ('sent', 'unknown'))
    and not exists (select from ${of.table("confirmation_email")} l where l.tenant_id = s.tenant_id and l.signup_id = s.id and l.kind = 'reminder')
  order by s.filled_at limit 1000`;
  return acrossNodes(db, due);
}

export async function deleteExpiredCaptchas({ sql }: SystemDb, now: Date): Promise<void> {
  await sql`delete from form_captcha where expires_at < ${now}`;
}

import { acrossNodes, updateAcrossCompanies } from "../../../db/distribution/across-nodes.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { Profile } from "../../../kernel/contact-columns.ts";
import { maySend } from "../../delivery/batches.queries.ts";

export type LetterKind = "confirmation" | "reminder";

/** Undefined if the sign-up has had such a letter. */
export async function insertLetter(
  db: TenantDb,
  { signUpId, kind }: { signUpId: string; kind: LetterKind },
  at: Date,
): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    insert into form_letter (tenant_id, signup_id, kind, state, created_at)
    values (${db.tenantId}, ${signUpId}, ${kind}, 'queued', ${at})
    on conflict (tenant_id, signup_id, kind) do nothing returning id`;
  return row?.id;
}

export type LetterRecord = {
  id: string;
  kind: LetterKind;
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

/** A letter that still has to be sent: its sign-up waits and its form exists. */
export async function findQueuedLetter(db: TenantDb, id: string): Promise<LetterRecord | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<LetterRecord[]>`
    select l.id, l.kind, l.signup_id as sign_up_id, s.form_id, f.shop_id, s.email, s.fingerprint, s.language, s.profile,
      s.custom_fields, s.filled_at, (f.settings->>'doiTemplateId') as doi_template_id, (f.settings->>'senderId') as sender_id,
      exists (select from sending_hook h where h.tenant_id = ${tenantId} and h.provider = 'postmark') as is_postmark,
      (${toFragment(sql, maySend)}) as may_send
    from form_letter l
    join form_signup s on s.tenant_id = ${tenantId} and s.id = l.signup_id and s.state = 'pending' and s.email is not null
    join form f on f.tenant_id = ${tenantId} and f.id = s.form_id and f.deleted_at is null
    join company o on o.tenant_id = ${tenantId}
    where l.tenant_id = ${tenantId} and l.id = ${id} and l.state = 'queued'`;
  return row;
}

/** Written before the letter is handed over; false if another worker was faster. */
export async function claimLetter(db: TenantDb, id: string, at: Date): Promise<boolean> {
  const rows = await db.sql`
    update form_letter set state = 'sending', tried_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and state = 'queued' returning id`;
  return rows.length > 0;
}

/** The sweep tries the letter again later, so that waiting letters do not keep others from their turn. */
export async function postponeLetter(db: TenantDb, id: string, at: Date): Promise<void> {
  await db.sql`
    update form_letter set tried_at = ${at} where tenant_id = ${db.tenantId} and id = ${id} and state = 'queued'`;
}

export type LetterOutcome = { state: "queued" | "sent" | "failed" | "bounced" | "unknown"; reason: string | null };

export async function updateLetter(
  db: TenantDb,
  id: string,
  { state, reason }: LetterOutcome,
  sentAt: Date | null,
): Promise<void> {
  await db.sql`
    update form_letter set state = ${state}, reason = ${reason}, sent_at = coalesce(${sentAt}, sent_at)
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function refuseSignUp(db: TenantDb, signUpId: string, reason: string): Promise<void> {
  await db.sql`
    update form_signup set state = 'refused', reason = ${reason}
    where tenant_id = ${db.tenantId} and id = ${signUpId} and state = 'pending'`;
}

export type LetterContent = { subject: string; preheader: string; html: string; text: string | null; name: string };

/** The published content of a template. */
export async function findLetterContent(db: TenantDb, templateId: string): Promise<LetterContent | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<LetterContent[]>`
    select t.name, t.subject, t.preheader, v.html, v.text from template t
    join content c on c.tenant_id = ${tenantId} and c.owner_kind = 'template' and c.owner_id = t.id
    join content_version v on v.tenant_id = ${tenantId} and v.owner_kind = 'template' and v.owner_id = t.id
      and v.version = c.published_version
    where t.tenant_id = ${tenantId} and t.id = ${templateId}`;
  return row;
}

type LetterRef = { tenantId: string; letterId: string };

/** Letters whose job is gone, of companies that may send. */
export const listStalledLetters = (db: SystemDb, before: Date): Promise<LetterRef[]> =>
  acrossNodes(
    db,
    db.sql<LetterRef[]>`
      select l.tenant_id, l.id as letter_id from form_letter l join company o on o.tenant_id = l.tenant_id
      where l.state = 'queued' and coalesce(l.tried_at, l.created_at) < ${before} and ${toFragment(db.sql, maySend)}
      order by l.created_at limit 1000`,
  );

/** A letter that a worker handed over when it died may have left. It is not sent again. */
export async function markLettersUnknown(db: SystemDb, before: Date): Promise<void> {
  const { sql } = db;
  const uncertain = sql`state = 'sending' and tried_at < ${before}`;
  await updateAcrossCompanies(db, {
    listCompanies: () => sql<{ tenantId: string }[]>`select distinct tenant_id from form_letter where ${uncertain}`,
    update: (ofCompany) => sql`update form_letter set state = 'unknown' where ${uncertain} and ${ofCompany}`,
  });
}

/** Sign-ups whose reminder is due: their letter left, and its link is valid. */
export async function listDueReminders(
  db: SystemDb,
  { now, validSince }: { now: Date; validSince: Date },
): Promise<{ tenantId: string; signUpId: string }[]> {
  const due = db.sql<{ tenantId: string; signUpId: string }[]>`
  select s.tenant_id, s.id as sign_up_id from form_signup s
  join form f on f.tenant_id = s.tenant_id and f.id = s.form_id and f.is_active and f.deleted_at is null
  where s.state = 'pending' and s.filled_at > ${validSince} and (f.settings->>'reminderHours') is not null
    and s.filled_at <= ${now}::timestamptz - make_interval(hours => (f.settings->>'reminderHours')::int)
    and exists (select from form_letter l where l.tenant_id = s.tenant_id and l.signup_id = s.id
      and l.kind = 'confirmation' and l.state in ('sent', 'unknown'))
    and not exists (select from form_letter l where l.tenant_id = s.tenant_id and l.signup_id = s.id and l.kind = 'reminder')
  order by s.filled_at limit 1000`;
  return acrossNodes(db, due);
}

export async function deleteExpiredCaptchas({ sql }: SystemDb, now: Date): Promise<void> {
  await sql`delete from form_captcha where expires_at < ${now}`;
}

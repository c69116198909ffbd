import { orderBy } from "../../db/order-by.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { escapeLike, fold } from "../../kernel/text.ts";

export type SignUpRecord = {
  id: string;
  email: string | null;
  contactId: string | null;
  state: "pending" | "confirmed" | "refused" | "expired";
  reason: string | null;
  filledAt: Date;
  ip: string | null;
  confirmedAt: Date | null;
  confirmedIp: string | null;
  consentText: string;
  formVersion: number;
  values: Record<string, string>;
  utm: Record<string, string>;
  page: string | null;
};

export type SignUpRequest = {
  q?: string;
  filledFrom?: string;
  filledTo?: string;
  sort?: string;
  timeZone: string;
  /** A pending sign-up from before then has expired. */
  validSince: Date;
  limit: number;
  offset: number;
};

export async function listSignUps(
  db: TenantDb,
  formId: string,
  request: SignUpRequest,
): Promise<{ total: number; rows: SignUpRecord[] }> {
  const { sql, tenantId } = db;
  const { filledFrom, filledTo, timeZone, validSince, limit, offset } = request;
  const q = request.q?.trim() ?? "";
  const found = sql`
    from form_signup s where s.tenant_id = ${tenantId} and s.form_id = ${formId}
      ${q === "" ? sql`` : sql`and fold(s.email) like ${`%${escapeLike(fold(q))}%`}`}
      ${filledFrom === undefined ? sql`` : sql`and s.filled_at >= ${startOfDay(filledFrom, timeZone)}`}
      ${filledTo === undefined ? sql`` : sql`and s.filled_at < ${startOfNextDay(filledTo, timeZone)}`}`;
  const order = orderBy(db, request.sort ?? "-filledAt", {
    id: sql`s.id`,
    filledAt: sql`s.filled_at`,
    email: sql`s.email`,
    confirmedAt: sql`s.confirmed_at`,
  });
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<SignUpRecord[]>`
      select s.id, s.email, s.contact_id,
        case when s.state = 'pending' and s.filled_at <= ${validSince} then 'expired' else s.state end as state, s.reason,
        s.filled_at, s.ip, s.confirmed_at, s.confirmed_ip, s.consent_html as consent_text, s.form_version,
        s.typed as values, s.utm, s.page
      ${found} order by ${order} limit ${limit} offset ${offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

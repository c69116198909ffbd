import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { SendingStatus } from "../../../kernel/sending-status.ts";
import type { AssistantSending } from "../shapes.ts";

export type CompanyRecord = SendingStatus & {
  guid: string;
  name: string;
  language: string;
  timeZone: string;
  email: string | null;
  phone: string | null;
  street: string | null;
  city: string | null;
  postalCode: string | null;
  country: string | null;
  companyId: string | null;
  vatId: string | null;
  web: string | null;
  conversionWindowDays: number;
  requireTwoFactor: boolean;
  requireCampaignApproval: boolean;
  assistantSending: AssistantSending;
  createdAt: Date;
  updatedAt: Date | null;
};

const columns = (db: TenantDb) => db.sql`
  guid, name, language, time_zone, email, phone, street, city, postal_code, country, company_id, vat_id, web,
  sending_state, sending_hold, sending_enabled, conversion_window_days, require_two_factor,
  require_campaign_approval, assistant_sending, created_at, updated_at`;

export async function getCompany(db: TenantDb): Promise<CompanyRecord> {
  return singleRow(await db.sql<CompanyRecord[]>`select ${columns(db)} from company where tenant_id = ${db.tenantId}`);
}

type ReadOnlyField = "guid" | "sendingState" | "sendingHold" | "createdAt" | "updatedAt";
export type CompanyUpdate = Partial<Omit<CompanyRecord, ReadOnlyField>>;

export async function updateCompany(db: TenantDb, change: CompanyUpdate, at: Date): Promise<CompanyRecord> {
  return singleRow(
    await db.sql<CompanyRecord[]>`
      update company set ${db.sql({ ...change, updatedAt: at })} where tenant_id = ${db.tenantId}
      returning ${columns(db)}`,
  );
}

export type BillingHold = "" | "unpaid" | "free_limit";

/** The hold of the platform stays. Answers the hold that was replaced, undefined if nothing changed. */
export async function updateBillingHold(db: TenantDb, hold: BillingHold): Promise<BillingHold | undefined> {
  const [row] = await db.sql<{ before: BillingHold }[]>`
    with old as (select sending_hold from company where tenant_id = ${db.tenantId} for no key update)
    update company set sending_hold = ${hold} from old
    where tenant_id = ${db.tenantId} and old.sending_hold <> ${hold} and old.sending_hold <> 'platform'
    returning old.sending_hold as before`;
  return row?.before;
}

export async function findPlanEnd(db: TenantDb): Promise<Date | null> {
  const [row] = await db.sql<{ planEndsAt: Date | null }[]>`
    select plan_ends_at from company where tenant_id = ${db.tenantId}`;
  return row?.planEndsAt ?? null;
}

export async function updatePlanEnd(db: TenantDb, at: Date | null): Promise<void> {
  await db.sql`update company set plan_ends_at = ${at} where tenant_id = ${db.tenantId}`;
}

export async function getAssistantSending(db: TenantDb): Promise<AssistantSending> {
  const rows = await db.sql<{ assistantSending: AssistantSending }[]>`
    select assistant_sending from company where tenant_id = ${db.tenantId}`;
  return singleRow(rows).assistantSending;
}

import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { stepKeys } from "./contract.ts";

type OnboardingRecord = {
  dismissed: string[];
  hidden: boolean;
  done: Record<(typeof stepKeys)[number], boolean>;
};

/** One step per column: each stops at the first row that completes it. */
export async function getOnboarding(db: TenantDb): Promise<OnboardingRecord> {
  const own = db.sql`tenant_id = ${db.tenantId}`;
  const rows = await db.sql<OnboardingRecord[]>`
    select onboarding_dismissed as dismissed, onboarding_hidden as hidden, jsonb_build_object(
      'company_address', coalesce(street, '') <> '' and coalesce(city, '') <> '',
      'sender', exists (select from sender where ${own} and verified_at is not null),
      'domain', exists (select from sending_domain where ${own} and verified_at is not null),
      'contacts', exists (select from contact where ${own}),
      'list', exists (select from list where ${own} and system_kind is null and deleted_at is null),
      'template', exists (select from template where ${own} and archived_at is null),
      'form', exists (select from form where ${own}),
      'test_recipients', exists (select from test_recipient where ${own}),
      'first_campaign', exists (select from campaign where ${own} and started_at is not null),
      'site_script', exists (select from site_settings where ${own} and found)) as done
    from company where ${own}`;
  return singleRow(rows);
}

export type OnboardingUpdate = { onboardingDismissed?: readonly string[]; onboardingHidden?: boolean };

export async function updateOnboarding(db: TenantDb, change: OnboardingUpdate): Promise<void> {
  await db.sql`update company set ${db.sql(change)} where tenant_id = ${db.tenantId}`;
}

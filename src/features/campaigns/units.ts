import type { TenantDb } from "../../db/tenant.ts";
import type { CampaignStatus } from "./transitions.ts";

/** What has content of its own: a campaign or one of its language variants, either by its id. */
export type ContentUnit = {
  id: string;
  campaignId: string;
  /** Of a variant. */
  language: string | null;
  status: CampaignStatus;
  subject: string;
  preheader: string;
};

export async function findContentUnit(db: TenantDb, id: string): Promise<ContentUnit | undefined> {
  const [row] = await db.sql<ContentUnit[]>`
    select id, coalesce(parent_id, id) as campaign_id, language, status, subject, preheader from campaign
    where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

/** Not approved, and therefore not frozen, until the transaction ends. */
export async function lockContentUnit(db: TenantDb, id: string): Promise<ContentUnit | undefined> {
  await db.sql`select from campaign where tenant_id = ${db.tenantId} and id = ${id} for no key update`;
  return findContentUnit(db, id);
}

/** The variant in the contact's language, or the campaign itself. */
export async function findUnitFor(
  db: TenantDb,
  campaignId: string,
  language: string | null | undefined,
): Promise<ContentUnit | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    select id from campaign
    where tenant_id = ${db.tenantId} and parent_id = ${campaignId} and language = ${language ?? ""}`;
  return findContentUnit(db, row?.id ?? campaignId);
}

import type { TenantDb } from "../../db/tenant.ts";
import type { CampaignStatus } from "./transitions.ts";

/** An object with content of its own: a campaign or one of its language variants, either by its id. */
export type ContentTarget = {
  id: string;
  campaignId: string;
  /** Only for a variant. */
  language: string | null;
  status: CampaignStatus;
  subject: string;
  preheader: string;
};

export async function findContentTarget(db: TenantDb, id: string): Promise<ContentTarget | undefined> {
  const [row] = await db.sql<ContentTarget[]>`
    select id, coalesce(parent_id, id) as campaign_id, language, status, subject, preheader from campaign
    where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

/** Locks the draft, so that it is not approved, and its content not frozen, until the transaction ends. */
export async function lockContentTarget(db: TenantDb, id: string): Promise<ContentTarget | undefined> {
  await db.sql`select from campaign where tenant_id = ${db.tenantId} and id = ${id} for no key update`;
  return findContentTarget(db, id);
}

/** The variant in the contact's language, or the campaign itself. */
export async function findContentTargetFor(
  db: TenantDb,
  campaignId: string,
  language: string | null | undefined,
): Promise<ContentTarget | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    select id from campaign
    where tenant_id = ${db.tenantId} and parent_id = ${campaignId} and language = ${language ?? ""}`;
  return findContentTarget(db, row?.id ?? campaignId);
}

import { routed } from "../../../db/distribution/routed.ts";
import { toFragment } from "../../../db/sql-node.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { CampaignStatus } from "../transitions.ts";
import { deleteContent } from "../../content/versions/queries.ts";

export type VariantRecord = {
  id: string;
  language: string;
  status: CampaignStatus;
  subject: string;
  preheader: string;
  senderId: string | null;
  recipients: number | null;
  plannedAt: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
};

export async function listVariants(db: TenantDb, campaignId: string): Promise<VariantRecord[]> {
  return db.sql<VariantRecord[]>`
    select id, language, status, subject, preheader, sender_id, recipients, planned_at, started_at, finished_at
    from campaign where tenant_id = ${db.tenantId} and parent_id = ${campaignId} order by language`;
}

export type VariantWrite = { subject: string; preheader: string; senderId: string | null };

/** A variant as a campaign; missing values are those of the main one. */
export async function insertVariant(
  db: TenantDb,
  campaignId: string,
  { language, ...write }: VariantWrite & { language: string },
  createdAt: Date,
): Promise<string> {
  const { sql, tenantId } = db;
  const rows = await sql<{ id: string }[]>`
    ${toFragment(sql, routed)} insert into campaign (tenant_id, parent_id, language, name, shop_id, status, subject, preheader, sender_id, created_at)
    select ${tenantId}, id, ${language}, name, shop_id, status, ${write.subject}, ${write.preheader}, ${write.senderId}, ${createdAt}
    from campaign where tenant_id = ${tenantId} and id = ${campaignId} returning id`;
  return singleRow(rows).id;
}

export async function updateVariant(db: TenantDb, id: string, write: VariantWrite, updatedAt: Date): Promise<void> {
  await db.sql`update campaign set ${db.sql({ ...write, updatedAt })} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function deleteVariant(db: TenantDb, id: string): Promise<void> {
  await deleteContent(db, { kind: "campaign", id });
  await db.sql`delete from campaign where tenant_id = ${db.tenantId} and id = ${id}`;
}

import { singleRow } from "../../../db/rows.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { campaignChanged } from "../../../journal/events.ts";
import { isEventOf, payloadField } from "../../../journal/fields.sql.ts";
import { assistantActor, memberOrKeyActor, type ActorRecord } from "../../members/actor.sql.ts";
import type { CampaignChangeKind } from "./shapes.ts";

export type ChangeRecord = { id: string; at: Date; change: CampaignChangeKind; actor: ActorRecord | null };

const changesOf = ({ sql, tenantId }: TenantDb, campaignId: string) => sql`
  from journal j
  where j.tenant_id = ${tenantId} and ${toFragment(sql, isEventOf([campaignChanged]))}
    and ${toFragment(sql, payloadField(campaignChanged, "campaignId"))} = ${campaignId}`;

export async function listChanges(
  db: TenantDb,
  campaignId: string,
  page: { limit: number; offset: number; isOldestFirst: boolean },
): Promise<ChangeRecord[]> {
  const order = page.isOldestFirst ? db.sql`j.at, j.id` : db.sql`j.at desc, j.id desc`;
  return db.sql<ChangeRecord[]>`
    select j.id, j.at, ${toFragment(db.sql, payloadField(campaignChanged, "change"))} as change,
      coalesce(${assistantActor(db, "j")}, ${memberOrKeyActor(db, "j")}) as actor
    ${changesOf(db, campaignId)} order by ${order} limit ${page.limit} offset ${page.offset}`;
}

export async function countChanges(db: TenantDb, campaignId: string): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`select count(*)::int as total ${changesOf(db, campaignId)}`;
  return singleRow(rows).total;
}

import { singleRow } from "../../../db/rows.ts";
import { analyzeStaleTables } from "../../../db/planner-statistics.ts";
import { node, runUnprepared, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { signatureOfAudience } from "../../segments/audience-signature.sql.ts";
import type { CompiledAudience, FrequencyCap } from "./audience.sql.ts";
import type { Audience } from "./shapes.ts";

export const analyzeAudienceTables = (db: TenantDb): Promise<void> =>
  analyzeStaleTables(db, ["contact", "suppression", "consent", "list_member", "segment_member", "message"]);

/** At most this many campaign e-mails per contact in this many days; undefined without a limit. */
export async function findFrequencyCap(db: TenantDb): Promise<FrequencyCap | undefined> {
  const [row] = await db.sql<{ emails: number | null; days: number | null }[]>`
    select frequency_cap_emails as emails, frequency_cap_days as days from company where tenant_id = ${db.tenantId}`;
  if (row === undefined || row.emails === null || row.days === null) return undefined;
  return { emails: row.emails, days: row.days };
}

export type AudienceReferences = {
  lists: { id: string; shopId: string | null }[];
  segments: { id: string; shopId: string | null }[];
  hasPurpose: boolean;
};

/** Those of the lists and segments that the company has, with their shops. */
export async function findAudienceReferences(db: TenantDb, audience: Audience): Promise<AudienceReferences> {
  const listIds = [...audience.listIds, ...audience.excludeListIds];
  const segmentIds = [...audience.segmentIds, ...audience.excludeSegmentIds];
  const found = db.sql`coalesce(json_agg(json_build_object('id', id::text, 'shopId', shop_id::text)), '[]')`;
  return singleRow(
    await db.sql<AudienceReferences[]>`
      select
        (select ${found} from list
          where tenant_id = ${db.tenantId} and id = any(${listIds}::bigint[]) and deleted_at is null) as lists,
        (select ${found} from segment where tenant_id = ${db.tenantId} and id = any(${segmentIds}::bigint[])) as segments,
        ${audience.purposeId}::bigint is null or exists (
          select from purpose where tenant_id = ${db.tenantId} and id = ${audience.purposeId}) as has_purpose`,
  );
}

export type ListDefaults = { fromName: string; senderEmail: string; senderId: string | null; replyTo: string };

/** Sender name, address and reply address of a list, with the shop's verified sender of that address. */
export async function findListDefaults(
  db: TenantDb,
  listId: string,
  shopId: string,
): Promise<ListDefaults | undefined> {
  const [row] = await db.sql<ListDefaults[]>`
    select coalesce(l.sender_name, '') as from_name, coalesce(lower(l.sender_email), '') as sender_email,
      coalesce(lower(l.reply_to), '') as reply_to, (
        select s.id from sender s
        where s.tenant_id = ${db.tenantId} and lower(s.email) = lower(l.sender_email) and s.verified_at is not null
          and (s.shop_id is null or s.shop_id = ${shopId})
        order by s.shop_id, s.id limit 1) as sender_id
    from list l where l.tenant_id = ${db.tenantId} and l.id = ${listId} and l.deleted_at is null`;
  return row === undefined ? undefined : { ...row, replyTo: normalizeEmail(row.replyTo) ?? "" };
}

/** The signature of the list or segment that is all of the audience; otherwise empty. */
export async function findAudienceSignature(db: TenantDb, audience: Audience): Promise<string> {
  const signature = signatureOfAudience(db.tenantId, node`${JSON.stringify(audience)}::text::jsonb`);
  const rows = await db.sql<{ html: string }[]>`select ${toFragment(db.sql, signature)} as html`;
  return singleRow(rows).html;
}

/**
 * Matched contacts by reason; the reason of recipients is null, and they are counted by shop. `customers` are those of them
 * without consent.
 */
export const countBySkipReason = (db: TenantDb, { matched, reason, lacksConsent }: CompiledAudience) =>
  runUnprepared<{ reason: string | null; shopId: string | null; n: number; customers: number }>(
    db,
    node`
      select reason, case when reason is null then shop_id end as shop_id, count(*)::int as n,
        count(*) filter (where reason is null and is_customer)::int as customers
      from (select ${reason} as reason, c.shop_id, ${lacksConsent} as is_customer from contact c where ${matched}) hit
      group by 1, 2`,
  );

/** Recipients by their language; `condition` on `contact c` narrows them down. */
export const countRecipientsByLanguage = (db: TenantDb, { recipient }: CompiledAudience, condition = node`true`) =>
  runUnprepared<{ language: string | null; n: number }>(
    db,
    node`
      select c.language, count(*)::int as n from contact c where ${recipient} and ${condition}
      group by c.language order by c.language`,
  );

/** Recipients by the domain of their address. */
export const countRecipientsByDomain = (db: TenantDb, { recipient }: CompiledAudience) =>
  runUnprepared<{ domain: string; n: number }>(
    db,
    node`
      select split_part(c.email, '@', 2) as domain, count(*)::int as n from contact c where ${recipient} group by 1`,
  );

/** Locks the referenced lists and segments against deletion until the transaction ends. */
export async function lockAudienceReferences(db: TenantDb, audience: Audience): Promise<void> {
  const lock = (table: "list" | "segment", ids: readonly string[]) => db.sql`
    select from ${db.sql(table)} where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])
    order by id for key share`;
  await lock("list", [...audience.listIds, ...audience.excludeListIds]);
  await lock("segment", [...audience.segmentIds, ...audience.excludeSegmentIds]);
}

import { singleRow } from "../../../src/db/rows.ts";
import type { MessageState } from "../../../src/features/delivery/reports.queries.ts";
import type { TestCompany } from "./company.ts";

type SentCampaignFields = {
  contactIds: readonly string[];
  state?: MessageState;
  status?: string;
  parentId?: string;
  sentAt?: Date;
};

/** A campaign as the engine leaves it after these messages; returns its id. */
export async function aSentCampaign({ ctx, shopId, clock }: TestCompany, sent: SentCampaignFields): Promise<string> {
  const { sql, tenantId } = ctx.db;
  const at = sent.sentAt ?? clock.now();
  const { id } = singleRow(
    await sql<{ id: string }[]>`
      insert into campaign (tenant_id, name, shop_id, status, created_at, parent_id, language)
      values (${tenantId}, 'Sale', ${shopId}, ${sent.status ?? "sending"}, ${at}, ${sent.parentId ?? null},
        ${sent.parentId === undefined ? null : "sk"})
      returning id`,
  );
  await addMessages({ ctx }, id, { state: "sent", at, ...sent });
  return id;
}

export async function addMessages(
  { ctx }: Pick<TestCompany, "ctx">,
  campaignId: string,
  { contactIds, state = "sent", at }: { contactIds: readonly string[]; state?: MessageState; at: Date },
): Promise<void> {
  const { sql, tenantId } = ctx.db;
  const isOut = !["queued", "unknown", "skipped"].includes(state);
  await sql`
    insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, state, domain, sent_at,
      delivered_at)
    select ${tenantId}, ${campaignId}, c.id, ${campaignId}, 1, ${state}, split_part(c.email, '@', 2),
      ${isOut ? at : null}, ${isOut ? at : null}
    from contact c where c.tenant_id = ${tenantId} and c.id = any(${[...contactIds]}::bigint[])`;
  await addToCount({ ctx }, campaignId, { state, n: contactIds.length });
}

/** Counts of messages without their rows. */
export async function addToCount(
  { ctx }: Pick<TestCompany, "ctx">,
  campaignId: string,
  { state, n }: { state: MessageState; n: number },
): Promise<void> {
  const { sql, tenantId } = ctx.db;
  await sql`
    insert into message_state_count as c (tenant_id, source_id, variant_id, state, n)
    values (${tenantId}, ${campaignId}, ${campaignId}, ${state}, ${n})
    on conflict (tenant_id, source_id, variant_id, state) do update set n = c.n + excluded.n`;
}

export async function stateCounts(
  { ctx }: Pick<TestCompany, "ctx">,
  campaignId: string,
): Promise<Record<string, number>> {
  const rows = await ctx.db.sql<{ state: string; n: number }[]>`
    select state, sum(n)::int as n from message_state_count
    where tenant_id = ${ctx.db.tenantId} and source_id = ${campaignId} group by state having sum(n) <> 0`;
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

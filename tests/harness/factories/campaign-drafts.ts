import { singleRow } from "../../../src/db/rows.ts";
import type { AnswerBody } from "../servers/api-client.ts";
import { anEmail, type TestCompany } from "./company.ts";

type SenderFields = { email?: string; shopId?: string | null; isVerified?: boolean; isOperatorVerified?: boolean };

/** A sender of the company, by default with a verified address, and verified by the operator. */
export async function aSender({ ctx }: TestCompany, fields: SenderFields = {}): Promise<{ id: string; email: string }> {
  const { email = anEmail(), shopId = null, isVerified = true, isOperatorVerified = isVerified } = fields;
  const now = ctx.clock.now();
  const rows = await ctx.db.sql<{ id: string; email: string }[]>`
    insert into sender (tenant_id, email, name, shop_id, verified_at, operator_verified_at, created_at)
    values (${ctx.db.tenantId}, ${email}, 'Shop', ${shopId}, ${isVerified ? now : null}, ${isOperatorVerified ? now : null}, ${now})
    returning id, email`;
  return singleRow(rows);
}

let count = 0;

export const aDraft = ({ api, shopId }: TestCompany, fields: Record<string, unknown> = {}) =>
  api.ok("createCampaign", { body: { name: `Campaign ${(count += 1)}`, shopId, ...fields } });

export type ReadyCampaign = AnswerBody<"createCampaign"> & { listId: string };

/** A complete draft: a verified sender, a subject, content, and a list of this many contacts. */
export async function aReadyCampaign(
  test: TestCompany,
  { people = 3, ...fields }: Record<string, unknown> & { people?: number } = {},
): Promise<ReadyCampaign> {
  const sender = await aSender(test);
  const list = await test.aList();
  for (let index = 0; index < people; index += 1) await test.aContact({ listIds: [list.id] });
  const draft = await aDraft(test, {
    senderId: sender.id,
    subject: "Hello",
    audience: { listIds: [list.id] },
    ...fields,
  });
  const params = { campaign_id: draft.id };
  await test.api.ok("saveCampaignContent", { params, body: { html: "<p>Hello</p>", baseVersion: 1 } });
  return { ...(await test.api.ok("getCampaign", { params })), listId: list.id };
}

/** Writes the messages of a campaign like the engine, in batches of this size. */
export async function prepareMessages({ ctx }: TestCompany, campaignId: string, batchSize = 500): Promise<void> {
  const { sql, tenantId } = ctx.db;
  await sql`
    with chosen as (
      select c.id, coalesce(v.id, m.id) as variant_id,
        (row_number() over (partition by coalesce(v.id, m.id) order by c.id) - 1) / ${batchSize} as part
      from campaign m
      join list_member l on l.tenant_id = ${tenantId} and l.list_id::text in (select jsonb_array_elements_text(m.audience -> 'listIds'))
      join contact c on c.tenant_id = ${tenantId} and c.id = l.contact_id
      left join campaign v on v.tenant_id = ${tenantId} and v.parent_id = m.id and v.language = c.language
      where m.tenant_id = ${tenantId} and m.id = ${campaignId}
    ), batch as (
      select variant_id, part, nextval(pg_get_serial_sequence('send_batch', 'id')) as id, count(*) as size
      from chosen group by variant_id, part
    ), batches as (
      insert into send_batch (tenant_id, source_id, id, variant_id, due_at, size)
      select ${tenantId}, ${campaignId}, id, variant_id, now(), size from batch
    ), written as (
      insert into message (tenant_id, source_id, contact_id, variant_id, batch_id, domain)
      select ${tenantId}, ${campaignId}, chosen.id, variant_id, batch.id, 'example.com'
      from chosen join batch using (variant_id, part)
      returning variant_id
    )
    insert into message_state_count (tenant_id, source_id, variant_id, state, n)
    select ${tenantId}, ${campaignId}, variant_id, 'queued', count(*) from written group by variant_id`;
  await sql`delete from campaign_expansion where tenant_id = ${tenantId} and campaign_id = ${campaignId}`;
}

/** Changes the state of messages like the engine, with their counts. */
export async function moveMessages(
  { ctx }: TestCompany,
  campaignId: string,
  { state, from = "queued", limit = 1000 }: { state: string; from?: string; limit?: number },
): Promise<void> {
  const { sql, tenantId } = ctx.db;
  await sql`
    with chosen as (
      select contact_id from message
      where tenant_id = ${tenantId} and source_id = ${campaignId} and state = ${from} order by contact_id limit ${limit}
    ), moved as (
      update message m set state = ${state}, tried_at = ${ctx.clock.now()},
        sent_at = case when ${state} = 'sent' then ${ctx.clock.now()}::timestamptz end
      from chosen where m.tenant_id = ${tenantId} and m.source_id = ${campaignId} and m.contact_id = chosen.contact_id
      returning m.variant_id
    )
    insert into message_state_count (tenant_id, source_id, variant_id, state, n)
    select ${tenantId}, ${campaignId}, variant_id, state, sum(n) from (
      select variant_id, ${state}::text as state, 1 as n from moved
      union all select variant_id, ${from}, -1 from moved) delta
    group by variant_id, state
    on conflict (tenant_id, source_id, variant_id, state) do update set n = message_state_count.n + excluded.n`;
}

/** Messages by state, from the counters and from the rows; both must agree. */
export async function messageCounts({ ctx }: TestCompany, campaignId: string) {
  const { sql, tenantId } = ctx.db;
  const counted = await sql<{ variantId: string; state: string; n: number }[]>`
    select variant_id, state, count(*)::int as n from message
    where tenant_id = ${tenantId} and source_id = ${campaignId} group by 1, 2 order by 1, 2`;
  const kept = await sql<{ variantId: string; state: string; n: number }[]>`
    select variant_id, state, n from message_state_count
    where tenant_id = ${tenantId} and source_id = ${campaignId} and n <> 0 order by 1, 2`;
  return { counted: [...counted], kept: [...kept] };
}

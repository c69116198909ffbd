import { inParts, prepareInParts, runPreparedInParts } from "../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../db/parts.ts";
import { node } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { appendSelect } from "../../journal/append.sql.ts";
import { emailsSent } from "../../journal/events.ts";
import { addMs, minutes } from "../../kernel/local-time.ts";
import { applyStateCounts, emailsSentPayload, type PreviousState } from "./state-counts.sql.ts";
import { batchSize, type ClaimedBatch } from "./batches.queries.ts";

/** The final outcome of one message. */
export type MessageOutcome = {
  readonly contactId: string;
  readonly state: "sent" | "failed" | "skipped" | "unknown";
  readonly reason: string | null;
  /** The relay's reply to a sent message; absent unless a webhook needs it. */
  readonly reply?: string | undefined;
};

/**
 * Writes the outcomes of claimed messages: rows, state counts and journal, in one repeatable statement per outcome.
 * Messages that became `unknown` meanwhile get their true outcome too.
 */
export async function recordOutcomes(
  db: TenantDb,
  batch: ClaimedBatch,
  outcomes: readonly MessageOutcome[],
  now: Date,
): Promise<void> {
  for (const { state, reason, contactIds, replies } of groupOutcomes(outcomes)) {
    const update = async (from: PreviousState) => {
      const [row] = await runPreparedInParts<{ n: number }, (typeof outcomeValues)[number]>(db, updateOutcomes, {
        tenantId: db.tenantId,
        sourceId: batch.sourceId,
        variantId: batch.variantId,
        batchId: batch.id,
        contactIds: `{${contactIds.join(",")}}`,
        from,
        state,
        reason,
        now,
        replies: repliesOf(replies),
      });
      return row?.n ?? 0;
    };
    if ((await update("queued")) < contactIds.length && state !== "unknown") await update("unknown");
  }
}

type OutcomeGroup = Pick<MessageOutcome, "state" | "reason"> & {
  readonly contactIds: string[];
  readonly replies: Record<string, string>;
};

/** JSON by contact; null without any. */
const repliesOf = (replies: OutcomeGroup["replies"]): string | null =>
  Object.keys(replies).length === 0 ? null : JSON.stringify(replies);

function groupOutcomes(outcomes: readonly MessageOutcome[]): OutcomeGroup[] {
  const groups = new Map<string, OutcomeGroup>();
  for (const { state, reason, contactId, reply } of outcomes) {
    const key = `${state} ${reason ?? ""}`;
    const group = groups.get(key) ?? { state, reason, contactIds: [], replies: {} };
    groups.set(key, group);
    group.contactIds.push(contactId);
    if (reply !== undefined) group.replies[contactId] = reply;
  }
  return [...groups.values()];
}

const outcomeValues = [
  "tenantId",
  "sourceId",
  "variantId",
  "batchId",
  "contactIds",
  "from",
  "state",
  "reason",
  "now",
  "replies",
] as const;

const updateOutcomes = prepareInParts(outcomeValues, (value) => {
  return {
    parts: [
      part(
        "moved",
        [],
        node`
    update message m set state = ${value("state")}::text, reason = ${value("reason")}::text, attempts = m.attempts + 1,
      tried_at = ${value("now")}::timestamptz, sent_at = case when ${value("state")}::text = 'sent' then ${value("now")}::timestamptz end,
      delivered_at = case when ${value("state")}::text = 'sent' then ${value("now")}::timestamptz end
    where m.tenant_id = ${value("tenantId")}::bigint and m.source_id = ${value("sourceId")}::bigint
      and m.contact_id = any(${value("contactIds")}::text::bigint[]) and m.batch_id = ${value("batchId")}::bigint and m.state = ${value("from")}::text
    returning m.contact_id, m.variant_id, m.state, m.domain`,
      ),
      partIfRows(
        "journaled",
        ["moved"],
        appendSelect(emailsSent, {
          tenantId: value("tenantId"),
          at: value("now"),
          payload: {
            ...emailsSentPayload(node`${value("sourceId")}::bigint`, node`${value("variantId")}::bigint`),
            replies: node`${value("replies")}::text::jsonb`,
          },
          from: node`from moved where state = 'sent' having count(*) > 0`,
        }),
      ),
      ...applyStateCounts(
        node`${value("tenantId")}::bigint`,
        node`${value("sourceId")}::bigint`,
        node`${value("from")}::text`,
      ),
    ],
    last: lastPart(["moved"], node`select count(*)::int as n from moved`),
  };
});

export type DeferredMessage = {
  readonly contactId: string;
  readonly reason: string;
  readonly dueAt: Date;
  readonly countsAsAttempt: boolean;
};

/** Deferred messages that are due so close together share a batch. */
const sharedDueMs = minutes(0.5);

/**
 * Messages to retry move to a batch that is due when the earliest of them is: one that no worker has claimed, or a new one; those
 * that wait for a domain or provider to a batch that waits for it. A released batch has `claimed_through` 0, so that none of
 * them counts as claimed.
 */
export async function rescheduleMessages(
  db: TenantDb,
  batch: ClaimedBatch,
  deferred: readonly DeferredMessage[],
  { now, waitsFor = null }: { readonly now: Date; readonly waitsFor?: string | null },
): Promise<void> {
  if (deferred.length === 0) return;
  const { sql, tenantId } = db;
  const { sourceId, variantId } = batch;
  const dueAt = new Date(Math.min(...deferred.map((each) => each.dueAt.getTime())));
  // Never tried again too early; what is due now joins what is due already.
  const isDue = dueAt <= now;
  const [earliest, latest] = isDue ? [addMs(dueAt, -sharedDueMs), now] : [dueAt, addMs(dueAt, sharedDueMs)];
  // Messages that wait for the same domain or provider share a batch, whenever it is due.
  const canJoin =
    waitsFor === null
      ? sql`b.waits_for is null and b.due_at between ${earliest} and ${latest}`
      : sql`b.waits_for = ${waitsFor}`;
  await inParts<object>(
    db,
    [
      part(
        "waiting",
        [],
        sql`
      select m.contact_id from message m
      where m.tenant_id = ${tenantId} and m.source_id = ${sourceId} and m.batch_id = ${batch.id}
        and m.contact_id = any(${deferred.map(({ contactId }) => contactId)}::bigint[]) and m.state in ('queued', 'unknown')
      for update`,
        "materialized",
      ),
      partIfRows(
        "found",
        ["waiting"],
        sql`
      insert into message_state_count (tenant_id, source_id, variant_id, state, n)
      select ${tenantId}, ${sourceId}, ${variantId}, d.state, d.n from (
        select unnest(array['queued', 'unknown']) as state, unnest(array[1, -1]) * count(*)::int as n
        from message m join waiting using (contact_id)
        where m.tenant_id = ${tenantId} and m.source_id = ${sourceId} and m.state = 'unknown') d
      where d.n <> 0 order by d.state
      on conflict (tenant_id, source_id, variant_id, state) do update set n = message_state_count.n + excluded.n`,
      ),
      part(
        "open",
        [],
        sql`
      select b.id from send_batch b
      where b.tenant_id = ${tenantId} and b.source_id = ${sourceId} and b.variant_id = ${variantId} and b.id <> ${batch.id}
        and ${canJoin} and b.lease_until is null and b.claimed_through = 0 and b.size < ${batchSize}
      order by b.due_at, b.id limit 1 for update skip locked`,
        "materialized",
      ),
      part(
        "retry",
        ["open"],
        sql`
      select coalesce((select id from open), nextval(pg_get_serial_sequence('send_batch', 'id'))) as id`,
        "materialized",
      ),
      part(
        "grown",
        ["waiting", "open"],
        sql`
      update send_batch b set size = b.size + (select count(*) from waiting)
      where b.tenant_id = ${tenantId} and b.source_id = ${sourceId} and b.id = (select id from open)`,
      ),
      partIfRows(
        "opened",
        ["waiting", "open", "retry"],
        sql`
      insert into send_batch (tenant_id, source_kind, source_id, id, variant_id, due_at, waits_for, size)
      select ${tenantId}, ${batch.kind}, ${sourceId}, (select id from retry), ${variantId}, ${dueAt}, ${waitsFor}, count(*) from waiting
      where not exists (select from open) having count(*) > 0`,
      ),
    ],
    lastPart(
      ["waiting", "retry"],
      sql`
    update message m set batch_id = retry.id, state = 'queued', reason = e.reason,
      attempts = m.attempts + e.counts_as_attempt,
      tried_at = case when e.counts_as_attempt = 1 then coalesce(m.tried_at, ${now}) else m.tried_at end
    from retry, waiting, unnest(${deferred.map(({ contactId }) => contactId)}::bigint[],
      ${deferred.map(({ reason }) => reason)}::text[], ${deferred.map(({ countsAsAttempt }) => (countsAsAttempt ? 1 : 0))}::int[])
      as e(contact_id, reason, counts_as_attempt)
    where m.tenant_id = ${tenantId} and m.source_id = ${sourceId} and m.contact_id = waiting.contact_id
      and e.contact_id = waiting.contact_id`,
    ),
  );
}

/** Restarts the 24 hours of retries: a stopped source may be resumed a week later. */
export async function resetAttempts(
  { sql, tenantId }: TenantDb,
  { sourceId, variantId }: Pick<ClaimedBatch, "sourceId" | "variantId">,
): Promise<void> {
  await sql`
    update message set attempts = 0, tried_at = null
    where tenant_id = ${tenantId} and source_id = ${sourceId} and variant_id = ${variantId} and state = 'queued'
      and tried_at is not null`;
}

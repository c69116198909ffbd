import type { Fragment, SqlTag } from "../../db/client.ts";
import { setForceGenericPlan } from "../../db/generic-plan.ts";
import { singleRow } from "../../db/rows.ts";
import { joinNodes, node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { JournalEntry } from "../../journal/entry.ts";
import { emailsSent } from "../../journal/events.ts";
import { eventCount, payloadJson } from "../../journal/fields.sql.ts";
import { findVisibleBound } from "../../journal/journal.ts";
import type { ClaimedWebhook } from "./claims.queries.ts";
import type { FiredEvent } from "./events.ts";
import { firesEvent, itemsOfEntry } from "./items.sql.ts";

type Reader = Pick<ClaimedWebhook, "begun" | "countedTx" | "countedId">;

/** Whether an entry of the journal `j` was committed after the webhook began to read. */
export const happenedSince = (sql: SqlTag, begun: string): Fragment =>
  sql`not pg_visible_in_snapshot(j.tx::text::xid8, ${begun}::pg_snapshot)`;

export type CountedEntries = {
  entries: number;
  items: number;
  /** The last entry; null without any. */
  tx: string | null;
  id: string | null;
  /** The first entry that fires the event. */
  firstTx: string | null;
  firstId: string | null;
  firstAt: Date | null;
};

/** Counts the items of the next entries. */
export const countNextItems = (
  db: TenantDb,
  event: FiredEvent,
  { webhook, limit }: { webhook: Reader; limit: number },
): Promise<CountedEntries> =>
  db.transaction(async (inner) => {
    const { sql, tenantId } = inner;
    const [bound] = await Promise.all([findVisibleBound(inner), setForceGenericPlan(inner).execute()]);
    const rows = await sql<CountedEntries[]>`
      with next as (
        select j.tx, j.id, j.at, case when ${toFragment(sql, firesEvent(event, tenantId))}
            and ${happenedSince(sql, webhook.begun)} then ${toFragment(sql, eventCount)} end as items
        from journal j
        where j.tenant_id = ${tenantId} and (j.tx, j.id) > (${webhook.countedTx}, ${webhook.countedId})
          and j.tx < ${bound}
        order by j.tx, j.id limit ${limit}
      ), last as (select tx, id from next order by tx desc, id desc limit 1),
      first as (select tx, id, at from next where items is not null order by tx, id limit 1)
      select (select count(*)::int from next) as entries, (select coalesce(sum(items), 0)::int from next) as items,
        last.tx, last.id, first.tx as first_tx, first.id as first_id, first.at as first_at
      from (select) one left join last on true left join first on true`;
    return singleRow(rows);
  });

/** One call of a webhook: an entry of the journal for one of its contacts. */
export type WebhookItem = Pick<JournalEntry, "id" | "tx" | "type" | "at"> & {
  readonly payload: Readonly<Record<string, unknown>>;
  /** Null for confirmation e-mails and tests, whose address may belong to no contact. */
  readonly contactId: string | null;
  /** The relay's reply to a sent e-mail. */
  readonly reply: string | null;
  /** A count from 1; the number of items of the entry that are done after it. */
  readonly place: number;
  /** Those of the wanted events that it fires. */
  readonly events: readonly FiredEvent[];
};

/** The position of a reader, and up to where it reads. */
export type ReaderPosition = Pick<ClaimedWebhook, "begun" | "tx" | "entryId" | "done" | "countedTx" | "countedId">;

const firesAny = (events: readonly FiredEvent[], tenantId: string): SqlNode =>
  joinNodes(
    events.map((event) => node`(${firesEvent(event, tenantId)})`),
    node` or `,
  );

const firedEvents = (events: readonly FiredEvent[], tenantId: string): SqlNode =>
  joinNodes(
    events.map((event) => node`case when ${firesEvent(event, tenantId)} then ${event} end`),
    node`, `,
  );

/**
 * The oldest items that wait, among the counted entries. As many entries are enough, because each has an item, except
 * that all items of the first one may be done; so the backlog of a large campaign is not expanded. Payloads of many
 * contacts are large: they are read for the chosen items only.
 */
export const listWaitingItems = (
  db: TenantDb,
  events: readonly FiredEvent[],
  { reader, limit }: { reader: ReaderPosition; limit: number },
): Promise<WebhookItem[]> =>
  db.transaction(async (inner) => {
    const { sql, tenantId } = inner;
    const { tx, entryId, done, countedTx, countedId } = reader;
    await setForceGenericPlan(inner);
    return sql<WebhookItem[]>`
      with entry as materialized (
        select j.* from journal j
        where j.tenant_id = ${tenantId} and (j.tx, j.id) >= (${tx}, ${entryId}) and (j.tx, j.id) <= (${countedTx}, ${countedId})
          and (${toFragment(sql, firesAny(events, tenantId))}) and ${happenedSince(sql, reader.begun)}
          and ${toFragment(sql, eventCount)} > 0
        order by j.tx, j.id limit ${limit + 1}
      ), chosen as materialized (
        select j.tx, j.id, item.contact_id, item.place from entry j cross join lateral ${toFragment(sql, itemsOfEntry)}
        where (j.tx, j.id) > (${tx}, ${entryId}) or item.place > ${done}
        order by j.tx, j.id, item.place limit ${limit}
      )
      select j.id, j.tx, j.type, j.at, chosen.contact_id, chosen.place,
        ${toFragment(sql, payloadJson(emailsSent, "replies"))}->>(chosen.contact_id::text) as reply,
        j.payload - 'sent' - 'replies' - 'contactIds' as payload,
        array_remove(array[${toFragment(sql, firedEvents(events, tenantId))}]::text[], null) as events
      from chosen join entry j on j.tx = chosen.tx and j.id = chosen.id
      order by chosen.tx, chosen.id, chosen.place`;
  });

import { node, preparedStatement, rawIdentifier, type PreparedStatement, type SqlNode } from "../../../db/sql-node.ts";
import { runIndexWalk } from "../../../db/index-walk.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import {
  contactUnsubscribed,
  emailBounced,
  emailClicked,
  emailOpened,
  emailSent,
  emailsSent,
  listUnsubscribed,
} from "../../../journal/events.ts";
import type { JournalEvent } from "../../../journal/event.ts";
import { eventCount, isEventOf, payloadField, payloadJson } from "../../../journal/fields.sql.ts";
import type { StatScope } from "../../statistics/queries.ts";
import { localTime } from "../local-time.sql.ts";
import type { EventKind } from "./contract.ts";
import { csvRecord, textCell } from "./lines.sql.ts";
import { endOfFile, type CsvPage } from "./pages.ts";

/** The last entry of a page. The time is a text, because a Date has no microseconds. */
export type EventCursor = { readonly at: string; readonly id: string };

export const beforeEvents: EventCursor = { at: "-infinity", id: "0" };

export type EventSelection = {
  readonly scope: StatScope;
  readonly from: Date | null;
  /** Not included. */
  readonly to: Date | null;
  readonly timeZone: string;
};

/** Contacts of a page; an entry about many contacts is never split. */
const pageSize = 5000;
/** Constants and not parameters, so that the planner walks the index. */
const contactsPerPage = rawIdentifier(String(pageSize));

const entryFields = [emailClicked, emailBounced, contactUnsubscribed] as const;
const campaignId = payloadField(entryFields, "campaignId");
const variantId = payloadField(entryFields, "variantId");
const time = localTime(node`p.at`, node`$7::text`);

/** The reasons that API v3 knows. */
const reason = node`case
  when ${payloadField(contactUnsubscribed, "reason", "p")} in ('person', 'one_click') then 'link'
  when ${payloadField(contactUnsubscribed, "reason", "p")} in ('complaint', 'import') then ${payloadField(contactUnsubscribed, "reason", "p")}
  else 'admin' end`;

const bounceType = node`case ${payloadField(emailBounced, "kind", "p")} when 'hard' then 'hardbounced' else 'softbounced' end`;

const clickedUrl = node`coalesce(${payloadField(emailClicked, "url", "p")}, (
  select l.url from message_link l
  where l.tenant_id = $1::bigint and l.source_id = p.source_id
    and l.variant_id = ${payloadField(emailClicked, "variantId", "p")}::bigint
    and l.number = ${payloadField(emailClicked, "link", "p")}::int))`;

type KindRecord = {
  readonly events: readonly JournalEvent[];
  readonly columns: readonly string[];
  readonly cells: readonly SqlNode[];
  /** Entries about many contacts are large: fewer of them are looked at. */
  readonly entriesPerPage: number;
};

const kinds: Readonly<Record<EventKind, KindRecord>> = {
  sent: { events: [emailSent, emailsSent], columns: ["sent_at"], cells: [time], entriesPerPage: 500 },
  opened: { events: [emailOpened], columns: ["opened_at"], cells: [time], entriesPerPage: pageSize },
  clicked: {
    events: [emailClicked],
    columns: ["clicked_at", "url"],
    cells: [time, textCell(clickedUrl)],
    entriesPerPage: pageSize,
  },
  bounced: {
    events: [emailBounced],
    columns: ["bounced_at", "type", "remote_response"],
    cells: [time, bounceType, textCell(payloadField(emailBounced, "response", "p"))],
    entriesPerPage: pageSize,
  },
  unsubscribed: {
    events: [contactUnsubscribed, listUnsubscribed],
    columns: ["unsubscribed_at", "reason"],
    cells: [time, reason],
    entriesPerPage: pageSize,
  },
};

export const eventColumns = (kind: EventKind): string[] => ["contact_id", "emailaddress", ...kinds[kind].columns];

/**
 * Company, sources, the place of the last entry, interval, time zone, variant. Each source is a walk on the index of
 * the journal; an e-mail of an automation has several. The variant of an unsubscribe is known only from the message.
 */
function eventsPage({ events, cells, entriesPerPage }: KindRecord): PreparedStatement {
  const limit = rawIdentifier(String(entriesPerPage));
  return preparedStatement(
    node`
  with entry as materialized (
    select s.id::bigint as source_id, j.id, j.at, j.contact_id, j.payload, j.n
    from unnest($2::text::text[]) s (id)
    cross join lateral (
      select j.id, j.at, j.contact_id, j.payload, ${eventCount} as n from journal j
      where j.tenant_id = $1::bigint and ${campaignId} = s.id and ${isEventOf(events)}
        and ${payloadField(emailClicked, "verdict")} is distinct from 'machine'
        and j.at >= $3::text::timestamptz and (j.at, j.id) > ($3::text::timestamptz, $4::bigint)
        and j.at >= coalesce($5::timestamptz, '-infinity') and j.at < coalesce($6::timestamptz, 'infinity')
        and ($8::bigint is null or ${variantId}::bigint = $8::bigint or (${variantId} is null and exists (
          select from message m where m.tenant_id = $1::bigint and m.source_id = s.id::bigint
            and m.contact_id = j.contact_id and m.variant_id = $8::bigint)))
      order by j.at, j.id limit ${limit}
    ) j
    order by j.at, j.id limit ${limit}
  ), counted as (
    select *, sum(n) over (order by at, id) - n as earlier from entry
  ), page as materialized (
    select * from counted where earlier < ${contactsPerPage}
  ), last as (
    select page.at::text as at, page.id::text as id from page order by page.at desc, page.id desc limit 1
  ), line as (
    select p.at, p.id, c.id as contact_id, ${csvRecord([node`c.id::text`, textCell(node`c.email`), ...cells])} as line
    from page p
    cross join lateral (
      select p.contact_id as id where p.contact_id is not null
      union all
      select k::bigint from jsonb_object_keys(coalesce(${payloadJson(emailsSent, "sent", "p")}, '{}')) k
    ) recipient
    join contact c on c.tenant_id = $1::bigint and c.id = recipient.id
  )
  select coalesce((select string_agg(line, '' order by at, id, contact_id) from line), '') as lines, last.at, last.id
  from last`,
    8,
  );
}

const statements: Readonly<Record<EventKind, PreparedStatement>> = {
  sent: eventsPage(kinds.sent),
  opened: eventsPage(kinds.opened),
  clicked: eventsPage(kinds.clicked),
  bounced: eventsPage(kinds.bounced),
  unsubscribed: eventsPage(kinds.unsubscribed),
};

export async function readEvents(
  db: TenantDb,
  kind: EventKind,
  { scope, from, to, timeZone }: EventSelection,
  after: EventCursor,
): Promise<CsvPage<EventCursor>> {
  const sources = `{${scope.sourceIds.join(",")}}`;
  const place = [after.at, after.id];
  const values = [db.tenantId, sources, ...place, from, to, timeZone, scope.variantId];
  const [row] = await runIndexWalk<{ lines: string; at: string; id: string }>(db, statements[kind], values);
  return row === undefined ? endOfFile : { lines: row.lines, next: { at: row.at, id: row.id } };
}

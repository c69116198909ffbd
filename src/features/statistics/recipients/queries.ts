import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { MessageState } from "../../delivery/reports.queries.ts";
import { contactCondition, type ContactFilter } from "../contact-filter.sql.ts";
import { periodCondition } from "../period.sql.ts";
import type { Period } from "../../../kernel/period.ts";
import { messageScopeCondition, type StatScope } from "../queries.ts";
import type { recipientTabs } from "../../delivery/statistics-query.ts";

export type RecipientTab = (typeof recipientTabs)[number];

const tabConditions: Readonly<Record<RecipientTab, (db: TenantDb) => Fragment>> = {
  all: ({ sql }) => sql``,
  sent: ({ sql }) => sql`and m.state in ('sent', 'delivered', 'softbounced', 'hardbounced')`,
  opened: ({ sql }) => sql`and m.opened_at is not null`,
  clicked: ({ sql }) => sql`and m.clicked_at is not null`,
  bounced: ({ sql }) => sql`and m.state in ('softbounced', 'hardbounced')`,
  unsubscribed: ({ sql }) => sql`and m.unsubscribed_at is not null`,
  skipped: ({ sql }) => sql`and m.state = 'skipped'`,
  failed: ({ sql }) => sql`and m.state = 'failed'`,
  unknown: ({ sql }) => sql`and m.state = 'unknown'`,
  not_opened: ({ sql }) => sql`and m.state in ('sent', 'delivered') and m.opened_at is null`,
};

export type RecipientFilters = ContactFilter & { readonly tab: RecipientTab; readonly period: Period };

export type RecipientRecord = {
  contactId: string;
  sourceId: string;
  email: string;
  state: MessageState;
  reason: string | null;
  sentAt: Date | null;
  openedAt: Date | null;
  clickedAt: Date | null;
};

function matchingMessages(db: TenantDb, scope: StatScope, filters: RecipientFilters): Fragment {
  const { sql } = db;
  const { tab, period } = filters;
  return sql`
    from message m where ${messageScopeCondition(db, scope)}
      and not (m.state = 'skipped' and m.reason is not distinct from 'erased') ${tabConditions[tab](db)} ${periodCondition(db, sql`m.sent_at`, period)}
      ${contactCondition(db, sql`m.contact_id`, filters)}`;
}

/** Contacts and details of the messages of a page alone. */
const recipientRows = (db: TenantDb, page: Fragment): Fragment => db.sql`
  select m.contact_id, m.source_id, c.email, m.state, m.reason, m.sent_at, m.opened_at, m.clicked_at
  from (${page}) p
  join message m on m.tenant_id = ${db.tenantId} and m.source_id = p.source_id and m.contact_id = p.contact_id
  join contact c on c.tenant_id = ${db.tenantId} and c.id = m.contact_id
  order by m.contact_id, m.source_id`;

/** Sorted by contact. The total is counted: contacts that were deleted have taken their messages along, those of erased ones have no contact. */
export async function listRecipients(
  db: TenantDb,
  scope: StatScope,
  request: RecipientFilters & { limit: number; offset: number },
): Promise<{ total: number; rows: RecipientRecord[] }> {
  const { sql } = db;
  const found = matchingMessages(db, scope, request);
  const page = sql`
    select m.contact_id, m.source_id ${found} order by m.contact_id, m.source_id limit ${request.limit} offset ${request.offset}`;
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<RecipientRecord[]>`${recipientRows(db, page)}`,
  ]);
  return { total: singleRow(count).n, rows };
}

export type RecipientKey = { readonly contactId: string; readonly sourceId: string };

/** The next page after a message. */
export async function listRecipientsAfter(
  db: TenantDb,
  scope: StatScope,
  request: RecipientFilters & { after: RecipientKey; limit: number },
): Promise<RecipientRecord[]> {
  const { sql } = db;
  const page = sql`
    select m.contact_id, m.source_id ${matchingMessages(db, scope, request)}
      and m.contact_id >= ${request.after.contactId}
      and (m.contact_id > ${request.after.contactId} or m.source_id > ${request.after.sourceId})
    order by m.contact_id, m.source_id limit ${request.limit}`;
  return sql<RecipientRecord[]>`${recipientRows(db, page)}`;
}

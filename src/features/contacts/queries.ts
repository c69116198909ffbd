import type { Fragment } from "../../db/client.ts";
import { only } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { bookCounts, bookMemberships, noRows } from "./counts.ts";
import {
  companyAnd,
  counterConditions,
  isSearch,
  orderBy,
  reversed,
  rowConditions,
  sortingOf,
  type ContactFilters,
  type Sorting,
} from "./filters.ts";
import type { Profile } from "./profile.ts";
import type { Status, SuppressionReason } from "./states.ts";

export type GridRecord = {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: Status;
  engagement: "A" | "B" | "C" | "D" | "E" | "N";
  excluded: boolean;
  shopId: string;
  suppressionReason: SuppressionReason | null;
  blacklisted: boolean;
  blacklistedAt: Date | null;
  state: "active" | "unconfirmed" | "unsubscribed" | "bounced" | "complained" | "blacklisted" | "customer";
  createdAt: Date;
};

export type PageRequest = ContactFilters & { sort?: string; limit: number; offset: number };

export type ContactPage = { total: number; rows: GridRecord[] };

const gridColumns = (db: TenantDb) => db.sql`
  id, email, first_name, last_name, status, engagement, excluded, shop_id, suppression_reason, blacklisted,
  blacklisted_at, state, created_at`;

/**
 * The usual sizes stand in the text: a plan for an unknown limit is a bad one, so that PostgreSQL would plan anew every
 * time.
 */
function pageSize({ sql }: TenantDb, limit: number): Fragment {
  if (limit === 25) return sql`limit 25`;
  if (limit === 50) return sql`limit 50`;
  if (limit === 100) return sql`limit 100`;
  return sql`limit ${limit}`;
}

type Slice = { sorting: Sorting; limit: number; offset: number };

function sliced(db: TenantDb, { sorting, limit, offset }: Slice): Fragment {
  const size = pageSize(db, limit);
  const order = orderBy(db, sorting);
  return offset === 0 ? db.sql`order by ${order} ${size}` : db.sql`order by ${order} ${size} offset ${offset}`;
}

/** Ids come from an index alone, however deep the page; only its own rows are then read. */
const rowsOfIds = (db: TenantDb, ids: Fragment, sorting: Sorting): Fragment => db.sql`
  select ${gridColumns(db)} from contact where tenant_id = ${db.tenantId} and id = any(array(${ids}))
  order by ${orderBy(db, sorting)}`;

/** Beyond this a page is worth a round trip of its own for the total, to come from the nearer end. */
const deepOffset = 1000;

/** A page and its exact total, each by the way that stays fast with millions of contacts. */
export function listContacts(db: TenantDb, request: PageRequest, timeZone: string): Promise<ContactPage> {
  const byCounter = counterConditions(db, request);
  const byRow = rowConditions(db, request, timeZone);
  const where = companyAnd(db, [...byCounter, ...byRow]);
  const slice = { sorting: sortingOf(request.sort), limit: request.limit, offset: request.offset };
  if (isSearch(request)) return searchPage(db, where, slice);
  const total =
    byRow.length === 0
      ? db.sql`select coalesce(sum(n), 0)::float8 as total from contact_count where ${where}`
      : db.sql`select count(*)::float8 as total from contact where ${where}`;
  return request.offset < deepOffset ? nearPage(db, { where, total, slice }) : deepPage(db, { where, total, slice });
}

type PageParts = { where: Fragment; total: Fragment; slice: Slice };
type PageRow = GridRecord & { total: number };

const pageOf = (rows: readonly PageRow[]): ContactPage => ({
  total: rows[0]?.total ?? 0,
  rows: rows.filter(({ id }) => id !== null),
});

/** Total and rows in one round trip; the row of the total is there even when the page is empty. */
async function nearPage(db: TenantDb, { where, total, slice }: PageParts): Promise<ContactPage> {
  return pageOf(
    await db.sql<PageRow[]>`
      select t.total, page.* from (${total}) t
      left join (select ${gridColumns(db)} from contact where ${where} ${sliced(db, slice)}) page on true`,
  );
}

async function deepPage(db: TenantDb, { where, total: totalQuery, slice }: PageParts): Promise<ContactPage> {
  const { total } = only(await db.sql<{ total: number }[]>`${totalQuery}`);
  const { sorting, offset } = slice;
  const limit = Math.max(0, Math.min(slice.limit, total - offset));
  if (limit === 0) return { total, rows: [] };
  const near =
    offset < total / 2
      ? { sorting, limit, offset }
      : { sorting: reversed(sorting), limit, offset: total - offset - limit };
  const ids = db.sql`select id from contact where ${where} ${sliced(db, near)}`;
  return { total, rows: await db.sql<GridRecord[]>`${rowsOfIds(db, ids, sorting)}` };
}

/** Hits are looked up once, for both the total and the page. */
async function searchPage(db: TenantDb, where: Fragment, slice: Slice): Promise<ContactPage> {
  const { sorting } = slice;
  const columns = [...new Set(["id", ...sorting.map(({ column }) => column)])];
  const ids = db.sql`select id from hit ${sliced(db, slice)}`;
  return pageOf(
    await db.sql<PageRow[]>`
      with hit as materialized (select ${db.sql(columns)} from contact where ${where})
      select (select count(*) from hit)::float8 as total, page.* from (select) one
      left join (${rowsOfIds(db, ids, sorting)}) page on true`,
  );
}

export type ContactRecord = GridRecord &
  Profile & {
    fingerprint: Buffer;
    customFields: Record<string, unknown>;
    updatedAt: Date | null;
    source: string;
    sources: { source: string; at: string }[];
    statusAt: Date;
    consentBasis: "double_opt_in" | "imported" | "soft_opt_in_customer" | "none";
    consentAt: Date | null;
    consentWeak: boolean;
    softBounces: number;
    lastSentAt: Date | null;
    lastOpenAt: Date | null;
    lastClickAt: Date | null;
    suppressedAt: Date | null;
    suppressionNote: string | null;
    engagementAt: Date | null;
    editedFields: string[];
  };

export async function findContact(db: TenantDb, id: string): Promise<ContactRecord | undefined> {
  const [row] = await db.sql<ContactRecord[]>`
    select * from contact where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

/** The contact as it is now, until the end of the transaction: nothing that refers to it can come or go meanwhile. */
export async function lockContact(db: TenantDb, id: string): Promise<ContactRecord | undefined> {
  const [row] = await db.sql<ContactRecord[]>`
    select * from contact where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return row;
}

export type ActivityRecord = { id: string; type: string; at: Date; payload: Record<string, unknown> };

export type FullRecord = ContactRecord & {
  recentActivities: (Omit<ActivityRecord, "at"> & { at: string })[];
  received: number;
  opened: number;
  clicked: number;
  bestHour: number | null;
};

/** The whole contact in one statement: its row, its newest activities, its last ninety days. */
export async function findFullContact(
  db: TenantDb,
  id: string,
  timeZone: string,
  since: Date,
): Promise<FullRecord | undefined> {
  const [row] = await db.sql<FullRecord[]>`
    select c.*, recent.activities as recent_activities, stats.received, stats.opened, stats.clicked, stats.best_hour
    from contact c
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', a.id::text, 'type', a.type, 'at', a.at, 'payload', a.payload)), '[]')
        as activities
      from (
        select id, type, at, payload from journal
        where tenant_id = ${db.tenantId} and contact_id = c.id order by at desc, id desc limit 20
      ) a
    ) recent
    cross join lateral (
      select count(*) filter (where type = 'email_sent')::int as received,
        count(*) filter (where type = 'email_opened')::int as opened,
        count(*) filter (where type = 'email_clicked')::int as clicked,
        (mode() within group (order by extract(hour from at at time zone ${timeZone}))
          filter (where type in ('email_opened', 'email_clicked')))::int as best_hour
      from journal where tenant_id = ${db.tenantId} and contact_id = c.id and at >= ${since}
    ) stats
    where c.tenant_id = ${db.tenantId} and c.id = ${id}`;
  return row;
}

export async function listActivities(
  db: TenantDb,
  contactId: string,
  page: { limit: number; offset: number; isOldestFirst: boolean },
): Promise<ActivityRecord[]> {
  const order = page.isOldestFirst ? db.sql`at, id` : db.sql`at desc, id desc`;
  return db.sql<ActivityRecord[]>`
    select id, type, at, payload from journal where tenant_id = ${db.tenantId} and contact_id = ${contactId}
    order by ${order} limit ${page.limit} offset ${page.offset}`;
}

export async function countActivities(db: TenantDb, contactId: string): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from journal where tenant_id = ${db.tenantId} and contact_id = ${contactId}`;
  return only(rows).total;
}

export async function listLabelNames(db: TenantDb, contactId: string): Promise<string[]> {
  const rows = await db.sql<{ name: string }[]>`
    select l.name from label_assignment a
    join label l on l.tenant_id = ${db.tenantId} and l.id = a.label_id
    where a.tenant_id = ${db.tenantId} and a.kind = 'contact' and a.object_id = ${contactId} order by l.name`;
  return rows.map(({ name }) => name);
}

/** Everything that changes what a person agreed to, or whether their address exists here, goes one after another. */
export async function lockAddress(db: TenantDb, fingerprint: Buffer): Promise<void> {
  await db.sql`
    select pg_advisory_xact_lock_shared(1, hashint8(${db.tenantId})),
      pg_advisory_xact_lock(${fingerprint.readBigInt64BE(0).toString()})`;
}

/**
 * The lock of every address of the company at once, for work on thousands of contacts in one statement. The transaction
 * has to be short: whoever wants to unsubscribe waits for it.
 */
export async function lockAllAddresses(db: TenantDb): Promise<void> {
  await db.sql`select pg_advisory_xact_lock(1, hashint8(${db.tenantId}))`;
}

export type NewContact = Profile & {
  email: string;
  fingerprint: Buffer;
  shopId: string;
  status: Status;
  statusAt: Date;
  source: string;
  sources: string;
  createdAt: Date;
  customFields: string;
  consentBasis: ContactRecord["consentBasis"];
  consentAt: Date | null;
  suppressionReason: SuppressionReason | null;
  suppressionNote: string | null;
  suppressedAt: Date | null;
  blacklistedAt: Date | null;
  search: string;
  nameKey: string;
};

export type ContactChange = Partial<Omit<NewContact, "email" | "fingerprint" | "shopId" | "createdAt">> & {
  updatedAt?: Date;
  editedFields?: string[];
  consentWeak?: boolean;
};

/** The one statement that changes a contact; totals follow by themselves. */
export async function updateContact(db: TenantDb, id: string, change: ContactChange): Promise<void> {
  // A part of its own: the client tells SET from VALUES by the words before, and `for update` would mislead it.
  const update = db.sql`update contact set ${db.sql(change)}`;
  await db.sql`
    with old as (
      select tenant_id, id, shop_id, status, state, engagement from contact
      where tenant_id = ${db.tenantId} and id = ${id} for update
    ), new as (
      ${update} from old where contact.tenant_id = ${db.tenantId} and contact.id = old.id
      returning contact.tenant_id, contact.id, contact.shop_id, contact.status, contact.state, contact.engagement
    ), ${bookCounts(db.sql)}, ${bookMemberships(db.sql)}
    select from new`;
}

export async function deleteContact(db: TenantDb, id: string): Promise<void> {
  await db.sql`
    with old as (
      delete from contact where tenant_id = ${db.tenantId} and id = ${id}
      returning tenant_id, id, shop_id, status, state, engagement
    ), new as (${noRows(db.sql)}), unlabelled as (
      delete from label_assignment where tenant_id = ${db.tenantId} and kind = 'contact' and object_id = ${id}
    ), ${bookCounts(db.sql)}, ${bookMemberships(db.sql)}
    select from old`;
}

/** The traces that only an erasure removes: history, and answers kept for repeated requests that quote the address. */
export async function deleteTraces(db: TenantDb, contact: { id: string; email: string }): Promise<void> {
  await db.sql`delete from journal where tenant_id = ${db.tenantId} and contact_id = ${contact.id}`;
  await db.sql`
    delete from idempotency where tenant_id = ${db.tenantId} and position(${contact.email} in lower(answer)) > 0`;
}

/** No part of an exported file is written meanwhile: whoever writes one holds the shared lock. */
export async function lockExportedFiles(db: TenantDb): Promise<void> {
  await db.sql`select pg_advisory_xact_lock(2, hashint8(${db.tenantId}))`;
}

export async function shareExportedFiles(db: TenantDb): Promise<void> {
  await db.sql`select pg_advisory_xact_lock_shared(2, hashint8(${db.tenantId}))`;
}

/** Files in which a contact may stand: exports that are ready are over, one that is being written begins anew. */
export async function deleteExportedFiles(db: TenantDb): Promise<void> {
  await db.sql`
    delete from stored_file f using contact_export e
    where f.tenant_id = ${db.tenantId} and e.tenant_id = ${db.tenantId} and e.file_id = f.id`;
  await db.sql`
    update contact_export set file_id = null, status = case status when 'ready' then 'expired' else status end
    where tenant_id = ${db.tenantId} and file_id is not null`;
}

export async function insertErasedAddress(db: TenantDb, fingerprint: Buffer, at: Date): Promise<void> {
  await db.sql`
    insert into erased_address (tenant_id, fingerprint, erased_at) values (${db.tenantId}, ${fingerprint}, ${at})
    on conflict do nothing`;
}

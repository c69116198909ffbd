import { routed } from "../db/distribution/routed.ts";
import { inParts } from "../db/in-parts.ts";
import { lastPart, part } from "../db/parts.ts";
import { takeLock } from "../db/locks.ts";
import {
  applyMembershipCounts,
  insertMembers as insertMemberRows,
  noMembersBefore,
} from "../features/contacts/memberships/members.sql.ts";
import { singleRow } from "../db/rows.ts";
import { node, toFragment } from "../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";
import type { Audience } from "../features/campaigns/audience/shapes.ts";
import type { ConsentEventRecord, NewConsent } from "../features/contacts/consents/queries.ts";
import { applyContactCounts, noContactsBefore } from "../features/contacts/counts.sql.ts";
import type { NewSuppression } from "../features/contacts/suppressions/queries.ts";
import { insertItems, insertOrders as insertOrderRows, type OrderWrite } from "../features/orders/queries.ts";
import type { ContactRow } from "./contacts.ts";
import type { DemoNotification } from "./notifications.ts";

export type DemoSignUp = {
  readonly email: string | null;
  readonly contactId: string | null;
  readonly state: "confirmed" | "expired";
  readonly purposeId: string;
  readonly listId: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly consentHtml: string;
  readonly page: string;
  readonly source: string;
  readonly filledAt: Date;
  readonly confirmedAt: Date | null;
};

/** One of the processes that start at the same time creates the demo; the others then find a company. */
export async function lockDemo(db: SystemDb): Promise<void> {
  await takeLock(db, "demo");
}

export async function updatePersonName(db: SystemDb, email: string, name: { firstName: string; lastName: string }) {
  await db.sql`update person set ${db.sql(name)} where email = ${email}`;
}

export type DemoShopChange = {
  url: string;
  createdAt: Date;
  customerException: boolean;
  senderName: string;
  replyTo: string;
  brand: string;
};

export async function updateShop(db: TenantDb, id: string, change: DemoShopChange): Promise<void> {
  await db.sql`update shop set ${db.sql(change)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** The company and its initial objects are backdated before this time. */
export async function backdateCompany(db: TenantDb, at: Date): Promise<void> {
  await db.sql`update company set created_at = ${at}, updated_at = null where tenant_id = ${db.tenantId}`;
  await db.sql`update purpose set created_at = ${at} where tenant_id = ${db.tenantId}`;
}

export async function insertLabel(db: TenantDb, label: { name: string; color: string; at: Date }): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into label (tenant_id, name, color, created_at)
    values (${db.tenantId}, ${label.name}, ${label.color}, ${label.at}) returning id`;
  return singleRow(rows).id;
}

const batchSize = 500;

async function inBatches<Row>(rows: readonly Row[], write: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) await write(rows.slice(start, start + batchSize));
}

/** Ids by address. */
export async function insertContacts(db: TenantDb, contacts: readonly ContactRow[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  await inBatches(contacts, async (batch) => {
    const own = batch.map(({ receivedCount: _count, lastSentAt: _at, ...contact }) => ({
      tenantId: db.tenantId,
      ...contact,
    }));
    const rows = await inParts<{ id: string; email: string }>(
      db,
      [
        part(
          "new",
          [],
          db.sql`
        insert into contact ${db.sql(own)}
        returning tenant_id, id, shop_id, status, state, engagement, source, email`,
        ),
        noContactsBefore,
        applyContactCounts,
      ],
      lastPart(
        ["new"],
        db.sql`
      select id, email from new`,
      ),
    );
    for (const { id, email } of rows) ids.set(email, id);
    await insertSendSummaries(db, batch, ids);
  });
  return ids;
}

async function insertSendSummaries(
  db: TenantDb,
  contacts: readonly ContactRow[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = contacts.flatMap(({ email, receivedCount, lastSentAt }) => {
    const contactId = ids.get(email);
    return contactId === undefined || lastSentAt === null
      ? []
      : [{ tenantId: db.tenantId, contactId, receivedCount, lastSentAt }];
  });
  if (rows.length > 0) await db.sql`insert into contact_send_summary ${db.sql(rows)}`;
}

export const insertConsents = (db: TenantDb, consents: readonly NewConsent[]): Promise<void> =>
  inBatches(
    consents,
    (batch) => db.sql`insert into consent ${db.sql(batch.map((consent) => ({ tenantId: db.tenantId, ...consent })))}`,
  );

export const insertConsentEvents = (db: TenantDb, events: readonly Omit<ConsentEventRecord, "id">[]): Promise<void> =>
  inBatches(
    events,
    (batch) => db.sql`insert into consent_event ${db.sql(batch.map((event) => ({ tenantId: db.tenantId, ...event })))}`,
  );

export const insertSuppressions = (db: TenantDb, suppressions: readonly NewSuppression[]): Promise<void> =>
  inBatches(
    suppressions,
    (batch) => db.sql`insert into suppression ${db.sql(batch.map((entry) => ({ tenantId: db.tenantId, ...entry })))}`,
  );

export const insertLabelAssignments = (
  db: TenantDb,
  assignments: readonly { labelId: string; kind: string; objectId: string }[],
): Promise<void> =>
  inBatches(
    assignments,
    (batch) =>
      db.sql`insert into label_assignment ${db.sql(batch.map((entry) => ({ tenantId: db.tenantId, ...entry })))}`,
  );

/** Orders with their items and the totals of their buyers. Ids by the shop's number. */
export async function insertOrders(db: TenantDb, orders: readonly OrderWrite[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  await inBatches(orders, async (batch) => {
    const newest = batch.reduce((at, { createdAt }) => (createdAt > at ? createdAt : at), new Date(0));
    for (const { id, externalId } of await insertOrderRows(db, batch, newest)) ids.set(externalId, id);
    await insertItems(
      db,
      batch.map(({ externalId, items }) => ({ id: ids.get(externalId) ?? "", items })),
    );
  });
  await db.sql`
    ${toFragment(db.sql, routed)} insert into contact_order_total (tenant_id, contact_id, shop_id, currency, orders, total, first_at, last_at)
    select tenant_id, contact_id, shop_id, currency, count(*), sum(total), min(created_at), max(created_at)
    from shop_order where tenant_id = ${db.tenantId} and state_category = 'completed' group by 1, 2, 3, 4`;
  return ids;
}

export async function insertNotifications(db: TenantDb, entries: readonly DemoNotification[]): Promise<void> {
  const rows = entries.map((entry) => ({ tenantId: db.tenantId, ...entry, params: JSON.stringify(entry.params) }));
  await db.sql`insert into notification ${db.sql(rows)}`;
}

const maxId = "9223372036854775807";

/**
 * The demo's history is already counted in the contacts' columns. Its entries carry the number of this transaction,
 * which is above the companies' reader cursors: without this the readers would read all of it and count it twice.
 */
export async function advanceJournalCursors(db: TenantDb): Promise<void> {
  await db.sql`
    update journal_cursor set tx = pg_current_xact_id()::text::bigint, id = ${maxId} where tenant_id = ${db.tenantId}`;
}

/**
 * Takes the ids of message sources up to `last`. How many the e-mails of automations have taken depends on the day: contacts
 * that entered several times need more.
 */
export async function takeSourceIds(db: TenantDb, last: number): Promise<void> {
  await db.sql`
    with recursive taken (id) as (
      select nextval(pg_get_serial_sequence('campaign', 'id'))
      union all
      select nextval(pg_get_serial_sequence('campaign', 'id')) from taken where id < ${last}::bigint
    )
    select count(*) from taken`;
}

/** Members since the creation of their contact. */
export async function insertMembers(db: TenantDb, listId: string, contactIds: readonly string[]): Promise<void> {
  const members = node`
    select ${db.tenantId}, ${listId}::bigint, id, case when status = 'pending' then 'unconfirmed' else 'confirmed' end,
      created_at, created_at, null, created_at
    from contact where tenant_id = ${db.tenantId} and id = any(${[...contactIds]}::bigint[])`;
  await inParts<object>(
    db,
    [
      noMembersBefore,
      part(
        "written",
        [],
        db.sql`
      ${toFragment(db.sql, insertMemberRows(members))} returning list_id, contact_id, state`,
      ),
    ],
    lastPart(["was", "written"], applyMembershipCounts(db.tenantId)),
  );
}

export type CompletedCampaign = {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly recipients: number;
  readonly audience: Audience;
};

/** The campaign as the engine leaves it. */
export async function completeCampaign(db: TenantDb, id: string, completed: CompletedCampaign): Promise<void> {
  const { startedAt } = completed;
  const audience = JSON.stringify(completed.audience);
  const row = { ...completed, status: "completed", approvedAt: startedAt, contentVersion: 1, footerHtml: "", audience };
  await db.sql`update campaign set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export type DemoView = { readonly at: Date; readonly page: string; readonly source: string; readonly views: number };

export async function insertFormViews(db: TenantDb, formId: string, views: readonly DemoView[]): Promise<void> {
  await db.sql`
    insert into form_view (tenant_id, form_id, day, page, source, views)
    select ${db.tenantId}, ${formId}, (v.at at time zone c.time_zone)::date, v.page, v.source, v.views
    from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) as v(at timestamptz, page text, source text, views int),
      company c where c.tenant_id = ${db.tenantId}`;
}

/** Confirmed sign-ups, and expired ones without the person, with the counts of the form. */
export async function insertSignUps(db: TenantDb, formId: string, signUps: readonly DemoSignUp[]): Promise<void> {
  await db.sql`
    with written as (
      insert into form_signup (tenant_id, form_id, form_version, email, contact_id, is_new_contact, state, purpose_id,
        list_ids, typed, profile, custom_fields, utm, consent_html, page, viewed_page, source, language, filled_at, confirmed_at)
      select ${db.tenantId}, ${formId}, 1, email, "contactId", true, state, "purposeId", array["listId"], typed, '{}', '{}',
        '{}', "consentHtml", page, page, source, 'cs', "filledAt", "confirmedAt"
      from jsonb_to_recordset(${JSON.stringify(signUps)}::jsonb) as s(email text, "contactId" bigint, state text,
        "purposeId" bigint, "listId" bigint, typed jsonb, "consentHtml" text, page text, source text, "filledAt" timestamptz,
        "confirmedAt" timestamptz)
      returning state
    )
    update form set submitted = (select count(*) from written),
      confirmed = (select count(*) from written where state = 'confirmed')
    where tenant_id = ${db.tenantId} and id = ${formId}`;
}

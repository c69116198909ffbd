import type { Fragment } from "../../db/client.ts";
import { orderBy } from "../../db/order-by.ts";
import { singleRow } from "../../db/rows.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { UniqueNames } from "../../db/unique-names.ts";
import { searchPattern, joinSearchText } from "../../kernel/text.ts";
import { hasTags, tagsOf } from "../labels/assignments.sql.ts";
import { deleteAssignmentsOfObject } from "../labels/queries.ts";
import type { AutomationStatus } from "./shapes.ts";

export const automationNames: UniqueNames = { table: "automation" };

export type AutomationRecord = {
  id: string;
  name: string;
  shopId: string;
  status: AutomationStatus;
  description: string;
  tags: string[];
  transactional: boolean;
  entered: number;
  active: number;
  sent: number;
  version: number;
  createdAt: Date;
};

const automations = (db: TenantDb): Fragment => db.sql`
  from automation a
  cross join lateral (
    select coalesce(sum(n) filter (where measure = 'entered'), 0)::int as entered,
      coalesce(sum(n) filter (where measure = 'active'), 0)::int as active,
      (select coalesce(sum(t.n), 0)::int from automation_email_source e
        join campaign_metric_total t on t.tenant_id = ${db.tenantId} and t.campaign_id = e.id and t.metric = 'sent'
        where e.tenant_id = ${db.tenantId} and e.automation_id = a.id) as sent
    from automation_count c where c.tenant_id = ${db.tenantId} and c.automation_id = a.id and c.node = '' and c.output = ''
  ) total
  where a.tenant_id = ${db.tenantId}`;

const columns = (db: TenantDb): Fragment => db.sql`
  a.id, a.name, a.shop_id, a.status, a.description, a.is_transactional as transactional, a.version, a.created_at,
  total.entered, total.active, total.sent,
  ${toFragment(db.sql, tagsOf({ tenantId: db.tenantId, kind: "automation", id: node`a.id` }))} as tags`;

export async function findAutomation(db: TenantDb, id: string): Promise<AutomationRecord | undefined> {
  const [row] = await db.sql<AutomationRecord[]>`select ${columns(db)} ${automations(db)} and a.id = ${id}`;
  return row;
}

/** Serializes changes; other automations that name this one can be saved meanwhile. */
export async function lockAutomation(db: TenantDb, id: string): Promise<AutomationRecord | undefined> {
  await db.sql`select from automation where tenant_id = ${db.tenantId} and id = ${id} for no key update`;
  return findAutomation(db, id);
}

/** Also waits for those that are about to name it or to let a contact in. */
export async function lockAutomationForDeletion(db: TenantDb, id: string): Promise<AutomationRecord | undefined> {
  await db.sql`select from automation where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return findAutomation(db, id);
}

export type AutomationFilters = { q?: string; shop?: string; tag?: readonly string[]; status?: AutomationStatus };

const conditionsOf = (db: TenantDb, { q, shop, tag, status }: AutomationFilters): Fragment => {
  const { sql, tenantId } = db;
  const object = { tenantId, kind: "automation", id: node`a.id` } as const;
  return [
    (q ?? "").trim() === "" ? sql`` : sql`and a.search like ${searchPattern(q ?? "")}`,
    shop === undefined ? sql`` : sql`and a.shop_id = ${shop}`,
    tag === undefined ? sql`` : sql`and ${toFragment(sql, hasTags(object, tag))}`,
    status === undefined ? sql`` : sql`and a.status = ${status}`,
  ].reduce((all, one) => sql`${all} ${one}`);
};

export type AutomationPage = AutomationFilters & { sort?: string; limit: number; offset: number };

export async function listAutomations(
  db: TenantDb,
  page: AutomationPage,
): Promise<{ total: number; rows: AutomationRecord[] }> {
  const { sql } = db;
  const found = sql`${automations(db)} ${conditionsOf(db, page)}`;
  const order = orderBy(db, page.sort ?? "-createdAt", {
    id: sql`a.id`,
    name: sql`lower(a.name)`,
    status: sql`a.status`,
    createdAt: sql`a.created_at`,
    entered: sql`total.entered`,
    active: sql`total.active`,
    sent: sql`total.sent`,
  });
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<AutomationRecord[]>`select ${columns(db)} ${found} order by ${order} limit ${page.limit} offset ${page.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

export type AutomationSettings = {
  readonly name: string;
  readonly description: string;
  readonly transactional: boolean;
};

const toRow = ({ name, description, transactional }: AutomationSettings) => ({
  name,
  description,
  isTransactional: transactional,
  search: joinSearchText(name, description),
});

export async function insertAutomation(
  db: TenantDb,
  settings: AutomationSettings & { readonly shopId: string },
  createdAt: Date,
): Promise<string> {
  const row = { tenantId: db.tenantId, shopId: settings.shopId, version: 1, ...toRow(settings), createdAt };
  const rows = await db.sql<{ id: string }[]>`insert into automation ${db.sql(row)} returning id`;
  return singleRow(rows).id;
}

export async function updateAutomation(
  db: TenantDb,
  id: string,
  settings: AutomationSettings,
  updatedAt: Date,
): Promise<void> {
  const row = { ...toRow(settings), updatedAt };
  await db.sql`update automation set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function updateAutomationVersion(
  db: TenantDb,
  id: string,
  { version, updatedAt }: { version: number; updatedAt: Date },
): Promise<void> {
  await db.sql`
    update automation set version = ${version}, updated_at = ${updatedAt} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function updateAutomationStatus(
  db: TenantDb,
  id: string,
  { status, updatedAt }: { status: AutomationStatus; updatedAt: Date },
): Promise<void> {
  await db.sql`
    update automation set status = ${status}, updated_at = ${updatedAt} where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** With its versions, references, secrets and counters; it has no runs. */
export async function deleteAutomation(db: TenantDb, id: string): Promise<void> {
  await deleteAssignmentsOfObject(db, "automation", id);
  await db.sql`delete from automation_count where tenant_id = ${db.tenantId} and automation_id = ${id}`;
  await db.sql`delete from automation where tenant_id = ${db.tenantId} and id = ${id}`;
}

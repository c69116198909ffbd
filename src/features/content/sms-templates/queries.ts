import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { orderByThenNewest } from "../../../db/order-by.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { UniqueNames } from "../../../db/unique-names.ts";
import { joinSearchText, searchPattern } from "../../../kernel/text.ts";

export const smsTemplateNames: UniqueNames = { table: "sms_template" };

export type SmsTemplateRecord = {
  id: string;
  name: string;
  text: string;
  shopId: string | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = ({ sql }: TenantDb): Fragment => sql`id, name, text, shop_id, created_at, updated_at`;

export async function findSmsTemplate(db: TenantDb, id: string): Promise<SmsTemplateRecord | undefined> {
  const [row] = await db.sql<SmsTemplateRecord[]>`
    select ${columns(db)} from sms_template where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

const sortOrder = (db: TenantDb, sort = "-createdAt"): Fragment =>
  orderByThenNewest(db, sort, {
    id: db.sql`id`,
    name: db.sql`lower(name)`,
    createdAt: db.sql`created_at`,
    updatedAt: db.sql`updated_at`,
  });

export type SmsTemplatePage = { q?: string; shop?: string; sort?: string; limit: number; offset: number };

export async function listSmsTemplates(
  db: TenantDb,
  { q = "", shop, sort, limit, offset }: SmsTemplatePage,
): Promise<{ total: number; rows: SmsTemplateRecord[] }> {
  const { sql, tenantId } = db;
  const found = sql`
    from sms_template where tenant_id = ${tenantId}
      ${q.trim() === "" ? sql`` : sql`and search like ${searchPattern(q)}`}
      ${shop === undefined ? sql`` : sql`and (shop_id is null or shop_id = ${shop})`}`;
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<SmsTemplateRecord[]>`
      select ${columns(db)} ${found} order by ${sortOrder(db, sort)} limit ${limit} offset ${offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

export type SmsTemplateWrite = { name: string; text: string; shopId: string | null };

const toSearchText = ({ name, text }: SmsTemplateWrite) => joinSearchText(name, text);

export async function insertSmsTemplate(db: TenantDb, template: SmsTemplateWrite, at: Date): Promise<string> {
  const row = { tenantId: db.tenantId, ...template, createdAt: at, updatedAt: at, search: toSearchText(template) };
  const rows = await db.sql<{ id: string }[]>`insert into sms_template ${db.sql(row)} returning id`;
  return singleRow(rows).id;
}

export async function updateSmsTemplate(db: TenantDb, id: string, template: SmsTemplateWrite, at: Date): Promise<void> {
  const row = { ...template, updatedAt: at, search: toSearchText(template) };
  await db.sql`update sms_template set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function lockSmsTemplate(db: TenantDb, id: string): Promise<void> {
  await db.sql`select from sms_template where tenant_id = ${db.tenantId} and id = ${id} for update`;
}

export async function deleteSmsTemplate(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`
    delete from sms_template where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length > 0;
}

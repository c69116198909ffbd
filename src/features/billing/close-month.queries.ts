import { inParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../db/parts.ts";
import { takeLock } from "../../db/locks.ts";
import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { euCountries, type Seller } from "./vat.ts";

export type MonthClose = {
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly issuedAt: Date;
  readonly dueAt: Date;
  readonly year: number;
  readonly seller: Seller;
};

/** Serializes closes: the second one sees the invoices of the first. */
export async function lockMonthClose(db: SystemDb): Promise<void> {
  await takeLock(db, "monthClose");
}

/**
 * One invoice for each company whose contacts cost something and that has none for the month. Numbers follow the order
 * of companies and are taken in the same statement.
 */
export async function insertMonthlyInvoices(db: SystemDb, close: MonthClose): Promise<number> {
  const { country, vatRate } = close.seller;
  const rows = await inParts<{ created: number }>(
    db,
    [
      inlinedPart(
        "usage",
        [],
        db.sql`
      select tenant_id, sum(n) as contacts from contact_count group by tenant_id`,
      ),
      inlinedPart(
        "priced",
        ["usage"],
        db.sql`
      select c.tenant_id, case when coalesce(c.country, ${country}) = 'CZ' then 'CZK' else 'EUR' end as currency,
        usage.contacts, coalesce(c.country, ${country}) as country, coalesce(c.vat_id, '') <> '' as is_payer,
        jsonb_build_object('name', c.name, 'companyId', c.company_id, 'vatId', c.vat_id, 'street', c.street,
          'city', c.city, 'postalCode', c.postal_code, 'country', c.country, 'email', c.email) as customer
      from company c join usage using (tenant_id)
      where (c.plan_ends_at is null or c.plan_ends_at > ${close.periodFrom}::date) and not exists (
        select from invoice i
        where i.tenant_id = c.tenant_id and i.is_monthly and i.period_from = ${close.periodFrom}::date)`,
      ),
      part(
        "billed",
        ["priced"],
        db.sql`
      select p.*, t.monthly, p.country <> ${country} and p.is_payer and p.country = any(${euCountries}::text[])
          and ${country}::text = any(${euCountries}::text[]) as is_reverse_charge,
        row_number() over (order by p.tenant_id) as position, count(*) over () as total
      from priced p cross join lateral (
        select monthly from price_tier t where t.currency = p.currency and t.contacts >= p.contacts
        order by t.contacts limit 1) t
      where t.monthly > 0`,
      ),
      inlinedPart(
        "taxed",
        ["billed"],
        db.sql`
      select b.*, case when b.is_reverse_charge or b.country <> ${country} and b.country <> all(${euCountries}::text[])
        then 0 else ${vatRate}::numeric end as rate
      from billed b`,
      ),
      partIfRows(
        "taken",
        ["billed"],
        db.sql`
      insert into invoice_number as n (year, last)
      select ${close.year}::int, count(*) from billed having count(*) > 0
      on conflict (year) do update set last = n.last + excluded.last returning last`,
      ),
      partIfRows(
        "written",
        ["taxed", "taken"],
        db.sql`
      insert into invoice (tenant_id, number, period_from, period_to, is_monthly, issued_at, due_at, currency,
        total_without_vat, vat_rate, vat, total, is_reverse_charge, customer)
      select b.tenant_id, ${close.year}::int || lpad((taken.last - b.total + b.position)::text, 6, '0'),
        ${close.periodFrom}::date, ${close.periodTo}::date, true, ${close.issuedAt}, ${close.dueAt}, b.currency,
        b.monthly, b.rate, round(b.monthly * b.rate / 100, 2), b.monthly + round(b.monthly * b.rate / 100, 2),
        b.is_reverse_charge, b.customer
      from taxed b cross join taken
      returning tenant_id`,
      ),
    ],
    lastPart(
      ["written"],
      db.sql`
    select count(*)::int as created from written`,
    ),
  );
  return singleRow(rows).created;
}

/** The new invoices, for the audit log. */
export const monthlyInvoicesIssued = ({ sql }: SystemDb, { periodFrom, issuedAt }: MonthClose): Fragment => sql`
  select tenant_id, id::text as object_id from invoice
  where is_monthly and period_from = ${periodFrom}::date and issued_at = ${issuedAt}`;

export async function countMonthlyInvoices(db: SystemDb, periodFrom: string): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from invoice where is_monthly and period_from = ${periodFrom}::date`;
  return singleRow(rows).total;
}

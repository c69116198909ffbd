import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { invoiceStates } from "./contract.ts";

export type InvoiceState = (typeof invoiceStates)[number];

export type CustomerRecord = {
  name: string;
  companyId: string | null;
  vatId: string | null;
  street: string | null;
  city: string | null;
  postalCode: string | null;
  country: string | null;
  email: string | null;
};

export type InvoiceRecord = {
  id: string;
  number: string;
  issuedAt: Date;
  dueAt: Date;
  periodFrom: string;
  periodTo: string;
  currency: string;
  totalWithoutVat: string;
  vatRate: number;
  vat: string;
  total: string;
  isReverseCharge: boolean;
  customer: CustomerRecord;
  state: InvoiceState;
  paidAt: Date | null;
};

const invoiceColumns = ({ sql }: TenantDb): Fragment => sql`
  id, number, issued_at, due_at, period_from::text as period_from, period_to::text as period_to, currency,
  total_without_vat, vat_rate::float8 as vat_rate, vat, total, is_reverse_charge, customer, state, paid_at`;

export async function findInvoice(db: TenantDb, id: string): Promise<InvoiceRecord | undefined> {
  const [row] = await db.sql<InvoiceRecord[]>`
    select ${invoiceColumns(db)} from invoice where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

type InvoicePage = { state: InvoiceState | undefined; offset: number; pageSize: number };

const ofState = ({ sql }: TenantDb, state: InvoiceState | undefined): Fragment =>
  state === undefined ? sql`` : sql`and state = ${state}`;

export async function listInvoices(db: TenantDb, page: InvoicePage): Promise<InvoiceRecord[]> {
  return db.sql<InvoiceRecord[]>`
    select ${invoiceColumns(db)} from invoice where tenant_id = ${db.tenantId} ${ofState(db, page.state)}
    order by issued_at desc, id desc limit ${page.pageSize} offset ${page.offset}`;
}

export async function countInvoices(db: TenantDb, state: InvoiceState | undefined): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from invoice where tenant_id = ${db.tenantId} ${ofState(db, state)}`;
  return singleRow(rows).total;
}

type PaymentRecord = {
  id: string;
  at: Date;
  currency: string;
  amount: string;
  method: "transfer" | "card";
  invoiceId: string;
};

export async function listPayments(db: TenantDb, page: { offset: number; pageSize: number }): Promise<PaymentRecord[]> {
  return db.sql<PaymentRecord[]>`
    select id, at, currency, amount, method, invoice_id from payment where tenant_id = ${db.tenantId}
    order by at desc, id desc limit ${page.pageSize} offset ${page.offset}`;
}

export async function countPayments(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from payment where tenant_id = ${db.tenantId}`;
  return singleRow(rows).total;
}

export async function countContacts(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select coalesce(sum(n), 0)::float8 as total from contact_count where tenant_id = ${db.tenantId}`;
  return singleRow(rows).total;
}

export async function listUnpaid(db: TenantDb): Promise<{ currency: string; amount: string }[]> {
  return db.sql<{ currency: string; amount: string }[]>`
    select currency, sum(total) as amount from invoice
    where tenant_id = ${db.tenantId} and state = 'open' group by currency order by currency`;
}

/** Whether the company was ever billed, and whether an invoice is past its due date. */
export async function getDebt(db: TenantDb, now: Date): Promise<{ isBilled: boolean; isOverdue: boolean }> {
  return singleRow(
    await db.sql<{ isBilled: boolean; isOverdue: boolean }[]>`
      select coalesce(bool_or(state <> 'cancelled'), false) as is_billed,
        coalesce(bool_or(state = 'open' and due_at < ${now}), false) as is_overdue
      from invoice where tenant_id = ${db.tenantId}`,
  );
}

export async function countActivity(db: TenantDb): Promise<{ scheduledCampaigns: number; activeAutomations: number }> {
  const { sql, tenantId } = db;
  return singleRow(
    await sql<{ scheduledCampaigns: number; activeAutomations: number }[]>`
      select (select count(*)::int from campaign
          where tenant_id = ${tenantId} and parent_id is null and status = 'scheduled') as scheduled_campaigns,
        (select count(*)::int from automation where tenant_id = ${tenantId} and status = 'active') as active_automations`,
  );
}

export type InvoiceInsert = Omit<InvoiceRecord, "id" | "number" | "state" | "paidAt"> & { year: number };

/** Takes the next number of the year; the row lock makes other invoices wait, and a rollback returns the number. */
export async function insertInvoice(
  db: TenantDb,
  invoice: InvoiceInsert,
): Promise<{ invoiceId: string; number: string }> {
  const { sql, tenantId } = db;
  return singleRow(
    await sql<{ invoiceId: string; number: string }[]>`
      with taken as (
        insert into invoice_number as n (year, last) values (${invoice.year}, 1)
        on conflict (year) do update set last = n.last + 1 returning year, last
      )
      insert into invoice (tenant_id, number, period_from, period_to, is_monthly, issued_at, due_at, currency,
        total_without_vat, vat_rate, vat, total, is_reverse_charge, customer)
      select ${tenantId}, taken.year || lpad(taken.last::text, 6, '0'), ${invoice.periodFrom}::date,
        ${invoice.periodTo}::date, false, ${invoice.issuedAt}, ${invoice.dueAt}, ${invoice.currency},
        ${invoice.totalWithoutVat}::numeric, ${invoice.vatRate}::numeric, ${invoice.vat}::numeric,
        ${invoice.total}::numeric, ${invoice.isReverseCharge}, ${JSON.stringify(invoice.customer)}::jsonb
      from taken
      returning id as invoice_id, number`,
  );
}

export async function lockInvoice(db: TenantDb, id: string): Promise<InvoiceRecord | undefined> {
  const [row] = await db.sql<InvoiceRecord[]>`
    select ${invoiceColumns(db)} from invoice where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return row;
}

export async function findPaymentId(db: TenantDb, invoiceId: string): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    select id from payment where tenant_id = ${db.tenantId} and invoice_id = ${invoiceId}`;
  return row?.id;
}

export async function insertPayment(
  db: TenantDb,
  payment: { invoiceId: string; at: Date; method: string },
): Promise<string> {
  const { sql, tenantId } = db;
  const rows = await sql<{ id: string }[]>`
    with paid as (
      update invoice set state = 'paid', paid_at = ${payment.at}
      where tenant_id = ${tenantId} and id = ${payment.invoiceId} returning id, currency, total
    )
    insert into payment (tenant_id, invoice_id, at, currency, amount, method)
    select ${tenantId}, id, ${payment.at}, currency, total, ${payment.method} from paid returning id`;
  return singleRow(rows).id;
}

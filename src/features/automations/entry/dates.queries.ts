import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { customFieldIdOf } from "../graph/config-field.ts";

export type DateQuestion = {
  readonly field: string;
  readonly shopId: string;
  /** The day of the date itself, without the offset. */
  readonly day: string;
  /** MM-DD of the yearly dates that fall on it. */
  readonly monthDays: readonly string[];
  readonly after: string;
  readonly limit: number;
};

export type DatePage = {
  readonly contactIds: string[];
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
};

/** The next contacts of the shop whose date falls on the day, in order of id. */
export const listContactsByDate = (db: TenantDb, question: DateQuestion): Promise<DatePage> =>
  question.field === "birthday" || question.field === "nameDay" ? listYearly(db, question) : listExact(db, question);

/** `limit` contacts that match, by the indexes `contact_birthday` and `contact_name_day`. */
async function listYearly({ sql, tenantId }: TenantDb, question: DateQuestion): Promise<DatePage> {
  const { field, shopId, monthDays, after, limit } = question;
  const keys = monthDays.map((monthDay) => Number(monthDay.replace("-", "")));
  const fallsOn =
    field === "nameDay"
      ? sql`name_day = any(${[...monthDays]}::text[])`
      : sql`birthday is not null
          and extract(month from birthday) * 100 + extract(day from birthday) = any(${keys}::numeric[])`;
  const rows = await sql<{ id: string }[]>`
    select id from contact
    where tenant_id = ${tenantId} and ${fallsOn} and shop_id = ${shopId} and id > ${after} order by id limit ${limit}`;
  const contactIds = rows.map(({ id }) => id);
  return { contactIds, next: rows.length < limit ? null : (contactIds.at(-1) ?? null) };
}

/**
 * A custom field has no index. Each page reads the next `limit` contacts of the company, whether they match or not, so that
 * a day is one pass over them. Paging by matches would read all contacts for every page.
 */
async function listExact({ sql, tenantId }: TenantDb, question: DateQuestion): Promise<DatePage> {
  const { field, shopId, day, after, limit } = question;
  const rows = await sql<{ contactIds: string[]; readTo: string | null; read: number }[]>`
    with page as materialized (
      select id, shop_id, custom_fields ->> ${customFieldIdOf(field) ?? ""} as value from contact
      where tenant_id = ${tenantId} and id > ${after} order by id limit ${limit}
    )
    select coalesce(array_agg(id::text order by id) filter (where shop_id = ${shopId} and value = ${day}), '{}') as contact_ids,
      max(id) as read_to, count(*)::int as read
    from page`;
  const { contactIds, readTo, read } = singleRow(rows);
  return { contactIds, next: read < limit ? null : readTo };
}

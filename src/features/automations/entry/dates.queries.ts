import type { Fragment } from "../../../db/client.ts";
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

/** The next contacts of the shop whose date falls on the day, in order of id. */
export async function listContactsByDate(db: TenantDb, question: DateQuestion): Promise<string[]> {
  const { shopId, after, limit } = question;
  const rows = await db.sql<{ id: string }[]>`
    select id from contact
    where tenant_id = ${db.tenantId} and ${fallsOn(db, question)} and shop_id = ${shopId} and id > ${after}
    order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** As in the indexes `contact_birthday` and `contact_name_day`; a custom field reads the contacts of the company. */
function fallsOn({ sql }: TenantDb, { field, day, monthDays }: DateQuestion): Fragment {
  if (field === "nameDay") return sql`name_day = any(${[...monthDays]}::text[])`;
  if (field !== "birthday") return sql`custom_fields ->> ${customFieldIdOf(field) ?? ""} = ${day}`;
  const keys = monthDays.map((monthDay) => Number(monthDay.replace("-", "")));
  return sql`
    birthday is not null
    and extract(month from birthday) * 100 + extract(day from birthday) = any(${keys}::numeric[])`;
}

import type { TenantDb } from "../../../db/tenant.ts";
import { addMs, days, startOfDay } from "../../../kernel/local-time.ts";
import { maxPeriodDays, type Days } from "../../../kernel/period.ts";
import type { ViewOrigin } from "./origin.ts";

/** Different pages and sources of a form and day; views of further ones are counted without them, so that invented addresses cannot fill the table. */
const maxOriginsPerDay = 200;

/** Rows of each part: as many as the days that a report may have. */
const maxRowsOfPart = maxPeriodDays;

export async function countView(
  { sql, tenantId }: TenantDb,
  formId: string,
  { day, page, source }: ViewOrigin & { day: string },
): Promise<void> {
  await sql`
    insert into form_view as v (tenant_id, form_id, day, page, source, views)
    select ${tenantId}, ${formId}, ${day}, case when o.is_listed then ${page} else '' end,
      case when o.is_listed then ${source} else '' end, 1
    from (
      select count(*) < ${maxOriginsPerDay} or coalesce(bool_or(f.page = ${page} and f.source = ${source}), false) as is_listed
      from form_view f where f.tenant_id = ${tenantId} and f.form_id = ${formId} and f.day = ${day}) o
    on conflict (tenant_id, form_id, day, page, source) do update set views = v.views + 1`;
}

/** Deletes the views of days before those of the longest report that ends today. */
export async function deleteOldViews({ sql, tenantId }: TenantDb, now: Date): Promise<void> {
  await sql`delete from form_view where tenant_id = ${tenantId} and day < ${addMs(now, -days(maxPeriodDays))}::date`;
}

export type FormCounts = { views: number; signUps: number; confirmed: number };
/** The counts of one day, page or source. */
export type CountedPart = FormCounts & { part: "day" | "page" | "source"; key: string };

type Range = Days & { readonly timeZone: string };

/** Views and sign-ups of the days [from, to). A sign-up from before views were counted has no source. */
export function countParts(
  { sql, tenantId }: TenantDb,
  formId: string,
  { from, to, timeZone }: Range,
): Promise<CountedPart[]> {
  return sql<CountedPart[]>`
    select part, key, views, sign_ups, confirmed from (
      select p.part, p.key, sum(c.views)::int as views, sum(c.sign_ups)::int as sign_ups,
        sum(c.confirmed)::int as confirmed,
        row_number() over (partition by p.part order by sum(c.views) + sum(c.sign_ups) desc, p.key) as place
      from (
        select v.day, v.page, v.source, v.views, 0 as sign_ups, 0 as confirmed from form_view v
        where v.tenant_id = ${tenantId} and v.form_id = ${formId} and v.day >= ${from} and v.day < ${to}
        union all
        select (s.filled_at at time zone ${timeZone})::date, coalesce(s.viewed_page, ''),
          coalesce(s.source, ''), 0, 1, (s.state = 'confirmed')::int
        from form_signup s
        where s.tenant_id = ${tenantId} and s.form_id = ${formId} and s.filled_at >= ${startOfDay(from, timeZone)}
          and s.filled_at < ${startOfDay(to, timeZone)}
      ) c
      cross join lateral (values ('day', c.day::text), ('page', c.page), ('source', c.source)) p (part, key)
      group by p.part, p.key
    ) ranked where place <= ${maxRowsOfPart} order by part, place`;
}

import type { CreatedCompany } from "../../src/features/account/create-company.ts";
import { startOfDay } from "../../src/kernel/local-time.ts";
import { daysAgo } from "../../src/features/segments/calendar.ts";
import type { SegmentFixture } from "./seed-segments.ts";

/** A definition, and the hand-written SQL for its preview. */
export type SegmentCase = { bench: string; definition: object; best: string };

const timeZone = "Europe/Prague";
const all = (...rules: object[]) => ({ type: "group", match: "all", rules });
const any = (...rules: object[]) => ({ type: "group", match: "any", rules });

const since = (days: number) => `'${startOfDay(daysAgo(new Date(), timeZone, days), timeZone).toISOString()}'`;

export function segmentCases({ tenantId, shopId }: CreatedCompany, fixture: SegmentFixture): SegmentCase[] {
  const { listId, smallListId, campaignId, numberFieldId } = fixture;
  const tenant = `tenant_id = ${tenantId}`;
  const ofShop = `c.${tenant} and c.shop_id = ${shopId}`;

  /** Finds the rows once; two joins decide which of them are mailable. */
  const counted = (from: string) => `
    with hit as materialized (select c.id, c.fingerprint, c.excluded from ${from})
    select (select count(*) from hit)::int as matched,
      (select count(*) from hit where not excluded
        and not exists (select from suppression s where s.${tenant} and s.fingerprint = hit.fingerprint)
        and exists (
          select from consent k where k.${tenant} and k.contact_id = hit.id and k.state = 'valid'
            and (k.valid_until is null or k.valid_until > now())
            and k.purpose_id = (select id from purpose where ${tenant} and is_default)))::int as mailable,
      (select sum(n) from contact_count where ${tenant} and shop_id = ${shopId})::int as total`;

  return [
    {
      bench: "members of a list",
      definition: all({ type: "list", operator: "in", listId }),
      best: counted(`
        list_member m join contact c on c.${tenant} and c.id = m.contact_id
        where m.${tenant} and m.list_id = ${listId} and m.state in ('confirmed', 'unconfirmed') and ${ofShop}`),
    },
    {
      bench: "opened within 30 days",
      definition: all({ type: "field", field: "lastOpenAt", operator: "in_last_days", value: "30" }),
      best: counted(`contact c where ${ofShop} and c.last_open_at >= ${since(30)} and c.last_open_at < ${since(-1)}`),
    },
    {
      bench: "bought for 1500 CZK within 90 days",
      definition: all({ type: "order_value", operator: "gte", amount: "1500", currency: "CZK", shopId, days: "90" }),
      best: counted(`
        (select contact_id from shop_order where ${tenant} and shop_id = ${shopId} and state_category = 'completed'
          and currency = 'CZK' and created_at >= ${since(90)} group by contact_id having sum(total) >= 1500) o
        join contact c on ${ofShop} and c.id = o.contact_id`),
    },
    {
      bench: "any and all with a custom field",
      definition: all(
        any(
          { type: "list", operator: "in", listId: smallListId },
          { type: "field", field: "city", operator: "eq", value: "plzen" },
          { type: "custom_field", fieldId: numberFieldId, operator: "gte", value: "900" },
        ),
        any(
          { type: "engagement", operator: "in", value: "A,B" },
          all(
            { type: "order_count", operator: "gte", count: "2" },
            { type: "custom_field", fieldId: numberFieldId, operator: "is_not_empty" },
          ),
        ),
      ),
      best: counted(`
        contact c
        left join list_member m on m.${tenant} and m.list_id = ${smallListId} and m.contact_id = c.id
          and m.state in ('confirmed', 'unconfirmed')
        left join (
          select contact_id from contact_order_total where ${tenant} group by contact_id having sum(orders) >= 2
        ) o on o.contact_id = c.id
        where ${ofShop}
          and (fold(c.city) = 'plzen' or (c.custom_fields ->> '${numberFieldId}')::numeric >= 900
            or m.contact_id is not null)
          and (c.engagement in ('A', 'B') or (c.custom_fields ? '${numberFieldId}' and o.contact_id is not null))`),
    },
    {
      bench: "opened a campaign and did not click",
      definition: all(
        { type: "campaign", operator: "opened", campaignId },
        { type: "campaign", operator: "not_clicked", campaignId },
      ),
      best: counted(`
        message g join contact c on c.${tenant} and c.id = g.contact_id
        where g.${tenant} and g.source_id = ${campaignId} and g.opened_at is not null and g.clicked_at is null
          and ${ofShop}`),
    },
  ];
}

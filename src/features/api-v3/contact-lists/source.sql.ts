import type { Context } from "../../../context.ts";
import { node, type SqlNode } from "../../../db/sql-node.ts";
import { localTime } from "../local-time.sql.ts";
import { sortable, type RowSource } from "../rows.queries.ts";

/**
 * A list without a sender shows the one that the company would send with: the first verified one of its shop or of all
 * shops, then the company itself. Clients expect a text.
 */
const lists = (tenantId: string): SqlNode => node`(
  select l.*, coalesce(nullif(l.sender_name, ''), s.name, c.name) as from_name,
    coalesce(nullif(l.sender_email, ''), s.email, c.email) as from_email,
    coalesce(nullif(l.reply_to, ''), nullif(l.sender_email, ''), s.reply_to, s.email, c.email) as answer_to
  from list l
  join company c on c.tenant_id = l.tenant_id
  left join lateral (
    select s.name, s.email, nullif(s.reply_to, '') as reply_to from sender s
    where s.tenant_id = ${tenantId} and s.verified_at is not null and (s.shop_id is null or s.shop_id = l.shop_id)
    order by s.shop_id nulls last, s.id limit 1) s on true
  where l.tenant_id = ${tenantId} and l.deleted_at is null)`;

export function contactListSource({ db, company }: Context): RowSource {
  const table = lists(db.tenantId);
  return {
    table,
    where: node`true`,
    total: node`select count(*) from list t where t.tenant_id = ${db.tenantId} and t.deleted_at is null`,
    properties: {
      id: { value: node`t.id::float8`, order: node`t.id` },
      name: sortable(node`t.name`),
      publicname: sortable(node`nullif(t.public_name, '')`),
      sendername: sortable(node`t.from_name`),
      senderemail: sortable(node`t.from_email`),
      replyto: sortable(node`t.answer_to`),
      signature: sortable(node`nullif(t.signature_html, '')`),
      notes: sortable(node`nullif(t.note, '')`),
      category: sortable(node`null::text`),
      hidden: sortable(node`0::int`),
      created: { value: localTime(node`t.created_at`, company.timeZone), order: node`t.created_at` },
      alertIn: sortable(node`t.notify_on_add::int`),
      alertOut: sortable(node`t.notify_on_unsubscribe::int`),
    },
  };
}

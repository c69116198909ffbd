import type { Context } from "../../../context.ts";
import { constantNode, joinNodes, node } from "../../../db/sql-node.ts";
import { localTime } from "../../api-v3/local-time.sql.ts";
import { sortable, type RowSource } from "../../api-v3/rows.queries.ts";
import { timeoutMs } from "../call.ts";

export type WebHookFilter = {
  readonly id?: string;
  readonly event?: string;
  readonly url?: string;
  readonly active?: 0 | 1;
  readonly method?: string;
  readonly timeout?: string;
};

const credentials = constantNode(node`
  case when t.login is not null then json_build_object('login', '***', 'password', '***') end`);

export function webHookSource(
  { db, company }: Pick<Context, "db" | "company">,
  { id, event, url, active, method, timeout }: WebHookFilter,
): RowSource {
  const where = joinNodes(
    [
      node`t.tenant_id = ${db.tenantId}`,
      ...(id === undefined ? [] : [node`t.id::text = ${id}::text`]),
      ...(event === undefined ? [] : [node`t.event = ${event}`]),
      ...(url === undefined ? [] : [node`t.url = ${url}`]),
      ...(active === undefined ? [] : [node`t.active = ${active === 1}::boolean`]),
      ...(method === undefined ? [] : [node`${method}::text = 'POST'`]),
      ...(timeout === undefined ? [] : [node`${timeout}::text = ${String(timeoutMs / 1000)}::text`]),
    ],
    node` and `,
  );
  return {
    table: node`webhook`,
    where,
    total: node`select count(*) from webhook t where ${where}`,
    properties: {
      id: { value: node`t.id::float8`, order: node`t.id` },
      url: sortable(node`t.url`),
      method: sortable(node`'POST'::text`),
      event: sortable(node`t.event`),
      active: sortable(node`t.active::int`),
      timeout: sortable(node`${timeoutMs / 1000}::int`),
      last_response_code: sortable(node`t.last_response_code`),
      last_call_time: { value: localTime(node`t.last_call_at`, company.timeZone), order: node`t.last_call_at` },
      errors_in_row: sortable(node`t.errors_in_row`),
      basic_auth: { value: credentials },
    },
  };
}

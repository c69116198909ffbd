import { node, type Scalar, type SqlNode } from "../db/sql-node.ts";
import type { NotificationType } from "./notification-types.ts";

type NotificationSelect = {
  readonly tenantId: SqlNode | Scalar;
  readonly type: NotificationType;
  /** A `jsonb` expression. */
  readonly params: SqlNode;
  readonly at: SqlNode | Scalar;
  /** The rest of the query: `from …`, with conditions. */
  readonly from: SqlNode;
};

/** One statement, or its last part, that notifies a company for each row of a query. */
export const notifySelect = ({ tenantId, type, params, at, from }: NotificationSelect): SqlNode => node`
  insert into notification (tenant_id, type, params, at)
  select ${tenantId}::bigint, ${type}::text, ${params}, ${at}::timestamptz ${from}`;

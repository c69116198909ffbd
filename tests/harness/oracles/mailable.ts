import { node, toFragment } from "../../../src/db/sql-node.ts";
import type { Fragment, SqlTag } from "../../../src/db/client.ts";
import { mailable } from "../../../src/features/contacts/gate.sql.ts";

/** The gate for the default purpose, at the real time, in a test's own statement over `contact` as `c`. */
export const isMailable = (sql: SqlTag): Fragment =>
  toFragment(sql, mailable({ tenant: node`c.tenant_id`, purposeId: null, now: new Date() }));

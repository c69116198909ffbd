import { node, toFragment } from "../../../src/db/sql-node.ts";
import type { Fragment } from "../../../src/db/client.ts";
import type { TenantDb } from "../../../src/db/tenant.ts";
import { mailable } from "../../../src/features/contacts/gate.sql.ts";

/** The gate for the default purpose, at the real time, in a test's own statement over `contact` as `c`. */
export const isMailable = ({ sql, tenantId }: Pick<TenantDb, "sql" | "tenantId">): Fragment =>
  toFragment(sql, mailable({ tenant: node`${tenantId}`, purposeId: null, now: new Date() }));

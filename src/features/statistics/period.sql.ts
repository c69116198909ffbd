import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { Period } from "../../kernel/period.ts";

/** The condition that a time falls into the period. */
export const periodCondition = ({ sql }: TenantDb, time: Fragment, { from, to }: Period): Fragment => sql`
  ${from === undefined ? sql`` : sql`and ${time} >= ${from}`} ${to === undefined ? sql`` : sql`and ${time} < ${to}`}`;

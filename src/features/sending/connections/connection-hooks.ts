import type { Context } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { defineHooks } from "../../../hooks/hook-point.ts";

export type ConnectionHooks = {
  /** Whether the plan of the company includes connections of its own, where the operator offers them with paid plans only. */
  readonly isIncluded?: (ctx: Pick<Context, "db" | "clock">) => Promise<boolean>;
  /** Messages need not wait for the connection any more: it works again, or is gone. */
  readonly released?: (db: TenantDb, connectionId: string, now: Date) => Promise<void>;
};

export const connectionHooks = defineHooks<ConnectionHooks>("sending connections");

import { applicationRoleOf, externalUrls } from "../db/application-role.ts";
import type { Config } from "../config/config.ts";
import type { SqlTag } from "../db/client.ts";
import { verifyChain, type ChainFault } from "../journal/audit-chain.ts";
import { fail, ok, warn, type Check } from "./check.ts";
import { exists, listCompanyIds } from "./queries.ts";

/** What follows "Entry 5 of the audit log of company 7". */
const faults: Readonly<Record<Exclude<ChainFault["reason"], "deleted">, string>> = {
  changed: "was changed",
  missing: "was deleted",
  gap: "lacks the one before it",
  cut: "was the last one and is missing",
};

function describeFault(tenantId: string, { n, reason }: ChainFault): Check {
  return reason === "deleted"
    ? fail(
        "audit_log",
        `The audit log of company ${tenantId} was deleted, but the company exists.`,
        "Somebody deleted the company in the database and wrote it again: compare it with a backup.",
      )
    : fail(
        "audit_log",
        `Entry ${n} of the audit log of company ${tenantId} ${faults[reason]}.`,
        "Somebody with the rights of the owner of the tables changed it: compare it with a backup.",
      );
}

/** Computes every hash of every company's chain again. */
export async function checkAuditLog(sql: SqlTag, config: Config): Promise<Check> {
  if (!(await exists(sql, "public.audit_head")))
    return warn("audit_log", "The audit log is not sealed yet.", "Run `postrider migrate`.");
  let [sealed, overdue] = [0, 0];
  for (const tenantId of await listCompanyIds(sql)) {
    const report = await verifyChain({ sql, tenantId });
    if (report.fault !== undefined) return describeFault(tenantId, report.fault);
    sealed += report.sealed;
    overdue += report.overdue;
  }
  if (overdue > 0) {
    return warn(
      "audit_log",
      `${overdue} entries of the audit log are not sealed.`,
      "Run `postrider start`, or `postrider worker` beside `postrider serve`.",
    );
  }
  const urls = externalUrls(config);
  if (urls !== undefined && applicationRoleOf(urls) === undefined) {
    return warn(
      "audit_log",
      `The chains of ${sealed} entries are unbroken, but the application may change them: it owns the tables.`,
      "Give it a role of its own: DATABASE_OWNER_URL.",
    );
  }
  return ok("audit_log", `The chains of ${sealed} entries are unbroken.`);
}

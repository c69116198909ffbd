import type { App } from "../composition/app.ts";
import type { TenantDb } from "../db/tenant.ts";
import { findCompany } from "../features/account/find-company.ts";
import { AuditRow } from "../journal/audit.ts";
import { notFound } from "../kernel/errors.ts";

export type OperatorCommand = { readonly tenant: string; readonly command: string };

/** Changes a company by a command; the audit log names the operator. */
export async function asOperator<Result>(
  { db, services }: App,
  { tenant, command }: OperatorCommand,
  run: (db: TenantDb) => Promise<Result>,
): Promise<Result> {
  const company = await findCompany(db, tenant);
  if (company === undefined) throw notFound("tenant");
  const own = db.forTenant(company.tenantId);
  const audit = new AuditRow(own, {
    at: services.clock.now(),
    actor: { kind: "operator" },
    operation: command,
    object: { kind: "company", id: null },
  });
  const result = await run(own.withRow(audit));
  await audit.complete(own);
  return result;
}

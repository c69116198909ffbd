import type { CommitRow } from "../../../db/commit-row.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { sharedAuditRow, type AuditRow } from "../../../journal/audit.ts";

type NewAddress = { readonly email: string };

/** The entries of the requests whose contact this transaction inserts. */
export function auditOfNewContacts<Input extends NewAddress>(
  db: TenantDb,
  inputs: readonly Input[],
  audits: ReadonlyMap<Input, AuditRow | undefined>,
): CommitRow | undefined {
  const { tenantId } = db;
  const rows = inputs.flatMap((input) => {
    const audit = audits.get(input);
    return audit === undefined ? [] : [{ audit, email: input.email }];
  });
  if (rows.length === 0) return undefined;
  return sharedAuditRow(
    db,
    rows.map(({ audit }) => audit),
    (sql) => sql`
      select n::int - 1 as n, c.id::text as object_id
      from unnest(${rows.map(({ email }) => email)}::text[]) with ordinality as asked (email, n)
      join contact c on c.tenant_id = ${tenantId} and c.email = asked.email
      where c.xmin = pg_current_xact_id_if_assigned()::xid`,
  );
}

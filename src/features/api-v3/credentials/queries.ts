import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type AccountRecord = {
  guid: string;
  company: string;
  phone: string | null;
  username: string;
  firstname: string | null;
  surname: string | null;
};

export async function getAccount(db: TenantDb, memberId: string): Promise<AccountRecord> {
  return singleRow(
    await db.sql<AccountRecord[]>`
      select c.guid, c.name as company, nullif(c.phone, '') as phone, p.email as username,
        nullif(p.first_name, '') as firstname, nullif(p.last_name, '') as surname
      from membership m
      join person p on p.id = m.person_id
      join company c on c.tenant_id = m.tenant_id
      where m.tenant_id = ${db.tenantId} and m.id = ${memberId}`,
  );
}

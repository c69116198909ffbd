import type { Fragment, SqlTag } from "../../db/client.ts";

/**
 * The gate: may this contact get a campaign or an automation's e-mail for this purpose now? The one place that knows,
 * asked by audiences, by segments' `mailable`, and again when a message is claimed. It does not trust the copy of the
 * suppression on the contact alone, but asks the suppression itself. Stands in a statement over `contact` as `c`.
 */
export const isMailable = (sql: SqlTag, purposeId: string | null): Fragment => sql`
  (not c.excluded
    and not exists (select from suppression s where s.tenant_id = c.tenant_id and s.fingerprint = c.fingerprint)
    and exists (
      select from consent k join purpose p on p.tenant_id = k.tenant_id and p.id = k.purpose_id
      where k.tenant_id = c.tenant_id and k.contact_id = c.id and k.state = 'valid'
        and (k.valid_until is null or k.valid_until > now())
        and ${purposeId === null ? sql`p.is_default` : sql`p.id = ${purposeId}`}))`;

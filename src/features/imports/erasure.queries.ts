import { toFragment, rawIdentifier, type SqlNode } from "../../db/sql-node.ts";
import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { deleteFiles, redactFileNames } from "../../storage/files.queries.ts";
import { replaceConsentSource } from "../contacts/erasure.queries.ts";
import {
  emailBytesPattern,
  emailPattern,
  escapeRegex,
  mentions,
  redacted,
  redactedEmail,
} from "../contacts/redaction.sql.ts";
import { replaceIfImported } from "./queries.ts";

/** Erases uploaded files, staged rows, rejected rows and every text of an import that contains the address. */
export async function eraseImportData(db: TenantDb, contact: { email: string; fingerprint: Buffer }): Promise<void> {
  const { email, fingerprint } = contact;
  await deleteFiles(db, await lockPendingFilesMentioning(db, email));
  const line = `^([0-9]+)\\t${escapeRegex(email)}\\t[^\\n]*\\n`;
  await insertErasedProblems(db, contact, line);
  await db.sql`
    update import_batch set lines = regexp_replace(lines, ${line}, '', 'gn')
    where tenant_id = ${db.tenantId} and position(${email} in lines) > 0`;
  await db.sql`
    update import_problem set cells = null
    where tenant_id = ${db.tenantId}
      and (fingerprint = ${fingerprint} or position(${email} in lower(cells::text)) > 0)`;
  await db.sql`
    update contact_import set columns = '[]', mapping = '[]'
    where tenant_id = ${db.tenantId} and position(${email} in lower(columns::text || mapping::text)) > 0`;
  await db.sql`
    delete from import_draft where tenant_id = ${db.tenantId} and position(${email} in lower(state::text)) > 0`;
  await redactFileNames(db, emailPattern(email), redactedEmail);
  await redactImportTexts(db, email);
}

/** Staged rows that are not applied yet are reported as a problem of the import. */
async function insertErasedProblems(
  { sql, tenantId }: TenantDb,
  contact: { email: string; fingerprint: Buffer },
  line: string,
) {
  await sql`
    insert into import_problem (tenant_id, import_id, row, column_name, code, fingerprint)
    select ${tenantId}, b.import_id, found[1]::int, coalesce((
        select m ->> 'column' from jsonb_array_elements(i.mapping) m where m ->> 'target' = 'email' limit 1), ''),
      'erased', ${contact.fingerprint}
    from import_batch b
    join contact_import i on i.tenant_id = ${tenantId} and i.id = b.import_id
    cross join lateral regexp_matches(b.lines, ${line}, 'gn') as found
    where b.tenant_id = ${tenantId} and position(${contact.email} in b.lines) > 0 and found[1]::int > b.applied_to
    ${replaceIfImported({ sql })}`;
}

/**
 * Uploaded files that no import has claimed and that contain the address. Bytes are compared case-insensitively; zero
 * bytes are left out, so that UTF-16 is found too. Each part is read with the beginning of the next one, because an
 * address may cross the border between two parts.
 */
async function lockPendingFilesMentioning(db: TenantDb, email: string): Promise<string[]> {
  const rows = await db.sql<{ fileId: string }[]>`
    select i.file_id from import_file i
    where i.tenant_id = ${db.tenantId} and i.import_id is null and exists (
      select from stored_file_part p
      left join stored_file_part next
        on next.tenant_id = ${db.tenantId} and next.file_id = p.file_id and next.part = p.part + 1
      where p.tenant_id = ${db.tenantId} and p.file_id = i.file_id
        and replace(encode(p.bytes || coalesce(substring(next.bytes for ${overlapBytes}), ''), 'escape'), '\\000', '')
          ~* ${emailBytesPattern(email)})
    for update`;
  return rows.map(({ fileId }) => fileId);
}

/** More bytes than the longest address has in UTF-16. */
const overlapBytes = 600;

/** Names and sources of imports and drafts. */
async function redactImportTexts(db: TenantDb, email: string): Promise<void> {
  const { sql, tenantId } = db;
  const buildColumn = (build: (text: SqlNode, email: string) => SqlNode, column: string): Fragment =>
    toFragment(sql, build(rawIdentifier(column), email));
  await sql`
    update import_draft set name = ${buildColumn(redacted, "name")}, source = ${buildColumn(redacted, "source")}
    where tenant_id = ${tenantId} and (${buildColumn(mentions, "name")} or ${buildColumn(mentions, "source")})`;
  const sources = await sql<{ previousSource: string; source: string }[]>`
    with old as (
      select id, source from contact_import where tenant_id = ${tenantId} and ${buildColumn(mentions, "search")} for update
    )
    update contact_import i set name = ${buildColumn(redacted, "i.name")}, source = ${buildColumn(redacted, "i.source")},
      file_name = ${buildColumn(redacted, "i.file_name")}, search = ${buildColumn(redacted, "i.search")},
      name_key = ${buildColumn(redacted, "i.name_key")}
    from old where i.tenant_id = ${tenantId} and i.id = old.id
    returning old.source as previous_source, i.source`;
  for (const { previousSource, source } of sources.filter((each) => each.previousSource !== each.source)) {
    await replaceConsentSource(db, previousSource, source);
  }
}

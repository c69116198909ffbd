import { domainToUnicode } from "node:url";
import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";

/**
 * The traces that only an erasure removes: history, the address on orders and among test addresses, in audiences and
 * definitions, and answers kept for repeated requests that quote it. The contact is deleted already, so that its orders
 * are linked to nobody.
 */
export async function erasePersonalData(db: TenantDb, contact: { id: string; email: string }): Promise<void> {
  const { email } = contact;
  await db.sql`delete from journal where tenant_id = ${db.tenantId} and contact_id = ${contact.id}`;
  await db.sql`
    update shop_order set email = null
    where tenant_id = ${db.tenantId} and email = ${email} and contact_id is null`;
  await db.sql`delete from test_recipient where tenant_id = ${db.tenantId} and email = ${email}`;
  await db.sql`
    update campaign
    set audience = jsonb_set(audience, '{excludeEmails}', (audience -> 'excludeEmails') - ${email}::text)
    where tenant_id = ${db.tenantId} and (audience -> 'excludeEmails') ? ${email}::text`;
  await db.sql`
    update segment set definition = ${redacted(db, db.sql`definition::text`, email)}::jsonb
    where tenant_id = ${db.tenantId} and ${mentions(db, db.sql`definition::text`, email)}`;
  await db.sql`
    delete from idempotency where tenant_id = ${db.tenantId} and position(${email} in lower(answer)) > 0`;
}

/** Of imports: files that wait, rows that wait to be applied, rows that were refused, and whatever else quotes the address. */
export async function eraseImportData(db: TenantDb, contact: { email: string; fingerprint: Buffer }): Promise<void> {
  const { email, fingerprint } = contact;
  await deletePendingImportFiles(db, email);
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
  await redactImportTexts(db, email);
}

/** Rows that wait to be applied will not be: the import tells why. */
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
    on conflict do nothing`;
}

/**
 * An uploaded file that no import has taken goes as a whole. Its bytes are compared without regard to case and, because
 * the zeros are left out, in UTF-16 too; what stands across the border of two parts is found with the first of them.
 */
async function deletePendingImportFiles(db: TenantDb, email: string): Promise<void> {
  await db.sql`
    with pending as (
      select i.file_id from import_file i
      where i.tenant_id = ${db.tenantId} and i.import_id is null and exists (
        select from stored_file_part p
        left join stored_file_part next
          on next.tenant_id = ${db.tenantId} and next.file_id = p.file_id and next.part = p.part + 1
        where p.tenant_id = ${db.tenantId} and p.file_id = i.file_id
          and replace(encode(p.bytes || coalesce(substring(next.bytes for ${overlapBytes}), ''), 'escape'), '\\000', '')
            ~* ${emailBytesPattern(email)})
      for update
    )
    delete from stored_file f using pending where f.tenant_id = ${db.tenantId} and f.id = pending.file_id`;
}

/** More than the longest address takes in UTF-16. */
const overlapBytes = 600;

/** What people called an import, a draft or a file, and said where its addresses come from: that became a part of consents. */
async function redactImportTexts(db: TenantDb, email: string): Promise<void> {
  const { sql, tenantId } = db;
  await sql`
    update stored_file set name = ${redacted(db, sql`name`, email)}
    where tenant_id = ${tenantId} and ${mentions(db, sql`name`, email)}`;
  await sql`
    update import_draft set name = ${redacted(db, sql`name`, email)}, source = ${redacted(db, sql`source`, email)}
    where tenant_id = ${tenantId} and (${mentions(db, sql`name`, email)} or ${mentions(db, sql`source`, email)})`;
  const sources = await sql<{ previousSource: string; source: string }[]>`
    with old as (
      select id, source from contact_import where tenant_id = ${tenantId} and ${mentions(db, sql`search`, email)} for update
    )
    update contact_import i set name = ${redacted(db, sql`i.name`, email)}, source = ${redacted(db, sql`i.source`, email)},
      file_name = ${redacted(db, sql`i.file_name`, email)}, search = ${redacted(db, sql`i.search`, email)},
      name_key = ${redacted(db, sql`i.name_key`, email)}
    from old where i.tenant_id = ${tenantId} and i.id = old.id
    returning old.source as previous_source, i.source`;
  for (const { previousSource, source } of sources.filter((each) => each.previousSource !== each.source)) {
    await sql`update consent set source = ${source} where tenant_id = ${tenantId} and source = ${previousSource}`;
    await sql`update consent_event set source = ${source} where tenant_id = ${tenantId} and source = ${previousSource}`;
  }
}

/** Stands where the address stood; it is nobody's, and no mail could be sent to it. */
const redactedEmail = "erased@invalid";

const redacted = ({ sql }: TenantDb, text: Fragment, email: string): Fragment =>
  sql`regexp_replace(${text}, ${emailPattern(email)}, ${redactedEmail}, 'gi')`;

const mentions = ({ sql }: TenantDb, text: Fragment, email: string): Fragment => sql`${text} ~* ${emailPattern(email)}`;

/** The address itself and not the end of a longer one, such as `novak@…` in `jan.novak@…`. */
const emailPattern = (email: string): string =>
  `(?<![a-z0-9._+-])(?:${spellings(email).map(escapeRegex).join("|")})(?![a-z0-9-]|\\.[a-z0-9])`;

/** The same for bytes in PostgreSQL's escape form. A byte beyond ASCII ends in a digit there but is no part of an address. */
const emailBytesPattern = (email: string): string =>
  `(^|[^a-z0-9._+-]|\\\\[0-9]{3})(?:${spellings(email).map(escapeBytes).join("|")})(?![a-z0-9-]|\\.[a-z0-9])`;

/** People write a domain in their own letters. */
function spellings(email: string): string[] {
  const [local = "", domain = ""] = email.split("@");
  return [...new Set([email, `${local}@${domainToUnicode(domain)}`])];
}

const escapeRegex = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, (letter) => `\\${letter}`);

const escapeBytes = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => (byte < 128 ? escapeRegex(String.fromCodePoint(byte)) : `\\\\${byte.toString(8)}`))
    .join("");

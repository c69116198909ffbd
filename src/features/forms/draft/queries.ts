import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { FormDraftContent } from "./shapes.ts";

export type FormDraftRecord = {
  revision: number;
  content: FormDraftContent;
  base: FormDraftContent;
  authorId: string | null;
  authorName: string | null;
  updatedAt: Date;
};

export async function findDraft(db: TenantDb, formId: string): Promise<FormDraftRecord | undefined> {
  const [row] = await db.sql<FormDraftRecord[]>`
    select d.revision, d.content, d.base, d.author_id, d.updated_at,
      coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email) as author_name
    from form_draft d
    left join membership m on m.tenant_id = ${db.tenantId} and m.id = d.author_id
    left join person p on p.id = m.person_id
    where d.tenant_id = ${db.tenantId} and d.form_id = ${formId}`;
  return row;
}

type FormDraftWrite = {
  content: FormDraftContent;
  /** Kept from the first save on. */
  base: FormDraftContent;
  authorId: string | null;
  updatedAt: Date;
};

export async function saveDraft(db: TenantDb, formId: string, draft: FormDraftWrite): Promise<void> {
  const { content, base, authorId, updatedAt } = draft;
  const rows = await db.sql<{ revision: number }[]>`
    update form set draft_revision = draft_revision + 1 where tenant_id = ${db.tenantId} and id = ${formId}
    returning draft_revision as revision`;
  const { revision } = singleRow(rows);
  await db.sql`
    insert into form_draft (tenant_id, form_id, revision, content, base, author_id, updated_at)
    values (${db.tenantId}, ${formId}, ${revision}, ${JSON.stringify(content)}, ${JSON.stringify(base)}, ${authorId}, ${updatedAt})
    on conflict (tenant_id, form_id) do update set revision = excluded.revision, content = excluded.content,
      author_id = excluded.author_id, updated_at = excluded.updated_at`;
}

export async function deleteDraft(db: TenantDb, formId: string): Promise<boolean> {
  const rows = await db.sql`
    delete from form_draft where tenant_id = ${db.tenantId} and form_id = ${formId} returning form_id`;
  return rows.length > 0;
}

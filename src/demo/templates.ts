import type { TenantDb } from "../db/tenant.ts";
import { insertTemplate } from "../features/content/templates/queries.ts";
import * as contentVersions from "../features/content/versions/queries.ts";
import type { DemoEmail } from "./emails.ts";

type DemoTemplate = {
  readonly name: string;
  readonly subject: string;
  readonly preheader: string;
  readonly email: DemoEmail;
  readonly shopId: string;
  readonly at: Date;
};

/** A published template; answers its id. */
export async function writeTemplate(db: TenantDb, { email, at, ...template }: DemoTemplate): Promise<string> {
  const settings = { description: "", footerId: null, unsubscribePageId: null };
  const id = await insertTemplate(db, { ...template, ...settings, createdAt: at });
  await writeContent(db, { kind: "template", id }, { ...email, at });
  return id;
}

type DemoContent = {
  readonly kind: contentVersions.NewVersion["kind"];
  readonly source: string | null;
  readonly html: string;
  readonly at: Date;
};

/** The first version, published. */
export async function writeContent(
  db: TenantDb,
  owner: contentVersions.ContentOwner,
  { at, ...content }: DemoContent,
): Promise<void> {
  const head = { version: 1, lastVersion: 1, publishedVersion: 1, updatedAt: at };
  await contentVersions.insertContentHead(db, owner, head);
  await contentVersions.insertVersion(db, owner, {
    version: 1,
    ...content,
    text: null,
    authorId: null,
    createdAt: at,
  });
}

import type { TenantDb } from "../db/tenant.ts";
import { insertTemplate } from "../features/content/templates/queries.ts";
import * as contentVersions from "../features/content/versions/queries.ts";

type DemoTemplate = {
  readonly name: string;
  readonly subject: string;
  readonly preheader: string;
  readonly html: string;
  readonly shopId: string;
  readonly at: Date;
};

/** A published template; answers its id. */
export async function writeTemplate(db: TenantDb, { html, at, ...template }: DemoTemplate): Promise<string> {
  const settings = { description: "", footerId: null, unsubscribePageId: null };
  const id = await insertTemplate(db, { ...template, ...settings, createdAt: at });
  const owner = { kind: "template", id } as const;
  const head = { version: 1, lastVersion: 1, publishedVersion: 1, updatedAt: at };
  await contentVersions.insertContentHead(db, owner, head);
  const content = { kind: "html", source: null, html, text: null } as const;
  await contentVersions.insertVersion(db, owner, { version: 1, ...content, authorId: null, createdAt: at });
  return id;
}

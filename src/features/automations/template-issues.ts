import type { TenantDb } from "../../db/tenant.ts";
import { findUnknownReferences } from "../content/checks/unknown-references.ts";
import { findFooterHtml } from "../content/footers/queries.ts";
import { createIssue, type Issue } from "./graph/issues.ts";
import type { NodeReference } from "./graph/parse.ts";
import { findTemplateTexts } from "./references.queries.ts";

/** E-mails whose template or footer names a feed, items or a coupon stack that the company does not have; activation is refused. */
export async function findTemplateIssues(
  db: TenantDb,
  references: readonly NodeReference[],
  shopId: string,
): Promise<Issue[]> {
  const templates = await findTemplateTexts(db, [...new Set(references.map(({ id }) => id))]);
  const issues: Issue[] = [];
  for (const { id, html, text, preheader } of templates) {
    const footer = (await findFooterHtml(db, { footerId: null, shopId, templateId: id })) ?? null;
    const [unknown] = await findUnknownReferences(db, { html, text, preheader, footer });
    if (unknown === undefined) continue;
    const params = { reason: "content", code: unknown.code, tag: unknown.params["tag"] };
    const users = references.filter((reference) => reference.id === id);
    issues.push(...users.map(({ node, field }) => createIssue("missing", node, field, params)));
  }
  return issues;
}

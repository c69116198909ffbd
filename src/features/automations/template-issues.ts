import type { TenantDb } from "../../db/tenant.ts";
import { findUnknownReferences } from "../content/checks/unknown-references.ts";
import { findFooterHtml } from "../content/footers/queries.ts";
import { createIssue, type Issue } from "./graph/issues.ts";
import type { NodeReference } from "./graph/parse.ts";
import { findTemplateTexts } from "./references.queries.ts";

type SentTemplate = NodeReference & { readonly preheader?: string };

/** E-mails whose template or footer names a feed, items or a coupon stack that the company does not have; activation is refused. */
export async function findTemplateIssues(
  db: TenantDb,
  references: readonly SentTemplate[],
  shopId: string,
): Promise<Issue[]> {
  const templates = await findTemplateTexts(db, [...new Set(references.map(({ id }) => id))]);
  const issues: Issue[] = [];
  for (const { id, html, text, preheader } of templates) {
    const users = references.filter((reference) => reference.id === id);
    const footer = (await findFooterHtml(db, { footerId: null, shopId, templateId: id })) ?? null;
    const sentBy = (user: SentTemplate): string => user.preheader ?? preheader;
    for (const sent of new Set(users.map(sentBy))) {
      const [unknown] = await findUnknownReferences(db, { html, text, preheader: sent, footer });
      if (unknown === undefined) continue;
      const params = { reason: "content", code: unknown.code, tag: unknown.params["tag"] };
      const steps = users.filter((user) => sentBy(user) === sent);
      issues.push(...steps.map(({ node, field }) => createIssue("missing", node, field, params)));
    }
  }
  return issues;
}

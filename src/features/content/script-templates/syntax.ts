import type { Context } from "../../../context.ts";
import type { ContentIssue } from "../../../mail/render/content.ts";
import { twigIssue } from "../../../mail/render/twig.ts";

/** What keeps a script from running for anybody. Without a contact and an order it may well find nothing to show. */
export async function findScriptIssues({ twig, db }: Context, source: string): Promise<ContentIssue[]> {
  const [outcome] = await twig.render(db.tenantId, { templates: { source }, contexts: [{}] });
  if (outcome === undefined || outcome.ok || outcome.failure.reason === "runtime") return [];
  return [twigIssue(outcome.failure)];
}

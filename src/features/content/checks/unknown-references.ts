import type { TenantDb } from "../../../db/tenant.ts";
import type { ContentIssue } from "../../../mail/render/content-issue.ts";
import type { EmailPart } from "../../../mail/render/issues.ts";
import { findTags, positionIn } from "../../../mail/render/tag-syntax.ts";
import { findUsedStacks } from "../../coupons/email-coupons.ts";
import { findUnknownBlocks } from "../../feeds/references.ts";

export type EmailParts = Partial<Record<EmailPart, string | null>>;

/** Feeds, items of feeds and coupon stacks that an e-mail names and the company does not have. */
export async function findUnknownReferences(db: TenantDb, parts: EmailParts): Promise<ContentIssue[]> {
  const issues: ContentIssue[] = [];
  for (const [part, text] of Object.entries(parts)) {
    if (typeof text !== "string") continue;
    for (const { tag, kind, ...rest } of await findUnknownBlocks(db, [text]))
      issues.push(toIssue(`${kind}_unknown`, text, { part, tag, ...rest }));
    const stacks = await findUsedStacks(db, [text]);
    for (const { mergeKey, stackId } of stacks)
      if (stackId === null) issues.push(toIssue("coupon_unknown", text, { part, tag: `coupon:${mergeKey}` }));
  }
  return issues;
}

/** The place of the first tag or Twig construct with the key. */
function toIssue(code: string, text: string, params: { readonly part: string; readonly tag: string }): ContentIssue {
  const key = params.tag.slice(params.tag.indexOf(":") + 1);
  const mark = findTags(text).find(({ source }) => source.includes(key));
  return { code, severity: "error", ...(mark === undefined ? {} : positionIn(text)(mark.at)), params: { ...params } };
}

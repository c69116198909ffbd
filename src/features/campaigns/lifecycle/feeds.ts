import type { Context } from "../../../context.ts";
import { conflict } from "../../../kernel/errors.ts";
import { findUnknownReferences } from "../../content/checks/unknown-references.ts";
import { findTestContent } from "../../content/test-emails/queries.ts";
import { lockNamedFeeds } from "../../feeds/references.ts";
import { contentOwnerOf } from "../service.ts";
import type { CampaignVariant } from "./queries.ts";

/** Keeps the feeds that the e-mails show; 409 `content` when one was deleted after the content was checked. */
export async function requireFeeds(
  { db }: Context,
  variants: readonly CampaignVariant[],
  footerHtml: string,
): Promise<void> {
  for (const { id, version } of variants) {
    const content = await findTestContent(db, contentOwnerOf(id), version);
    if (content === undefined) continue;
    const { html, text } = content;
    await lockNamedFeeds(db, [html, text, footerHtml]);
    const issues = await findUnknownReferences(db, { html, text, footer: footerHtml });
    if (issues.length > 0) throw conflict("content", { issues });
  }
}

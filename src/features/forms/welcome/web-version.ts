import type { Context } from "../../../context.ts";
import { findSentVariant } from "../../campaigns/sendable-content.queries.ts";
import { renderWebVersion } from "../../campaigns/web-version.ts";
import { findForm } from "../queries.ts";
import { compileWelcomeContent } from "./source.ts";

type Message = { readonly contactId: string; readonly campaignId: string | null };

/** The HTML of a sent welcome e-mail, with the current template; undefined when it was not sent. */
export async function findWelcomeVersion(
  ctx: Context,
  { contactId, campaignId }: Message,
): Promise<string | undefined> {
  if (campaignId === null || (await findForm(ctx.db, campaignId)) === undefined) return undefined;
  if ((await findSentVariant(ctx.db, campaignId, contactId)) === undefined) return undefined;
  return renderWebVersion(ctx, contactId, () => compileWelcomeContent(ctx, campaignId));
}

import type { Context } from "../../../context.ts";
import { findSentVariant } from "../../campaigns/sendable-content.queries.ts";
import { renderWebVersion } from "../../campaigns/web-version.ts";
import { compileNodeContent } from "./compile.ts";
import { findEmailNode } from "./stop.queries.ts";

type Message = { readonly contactId: string; readonly campaignId: string | null };

/** The HTML of a sent e-mail of an automation, with the current template; undefined when it was not sent. */
export async function findEmailVersion(ctx: Context, { contactId, campaignId }: Message): Promise<string | undefined> {
  if (campaignId === null || (await findEmailNode(ctx.db, campaignId)) === undefined) return undefined;
  if ((await findSentVariant(ctx.db, campaignId, contactId)) === undefined) return undefined;
  return renderWebVersion(ctx, contactId, () => compileNodeContent(ctx, campaignId));
}

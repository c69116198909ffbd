import type { Context } from "../../../context.ts";
import { validation } from "../../../kernel/errors.ts";
import { NotSendable } from "../../../message-source.ts";
import { getNodeEmail } from "../../automations/messages/compile.ts";
import { toPeriod, type PeriodQuery } from "../../../kernel/period.ts";
import { renderNumberedEmail } from "../heatmap/service.ts";
import { selectNodes } from "./selection.ts";
import { listLinks } from "./service.ts";

/** The template of now, with the clicks on its links in all runs. */
export async function getAutomationHeatmap(ctx: Context, id: string, query: PeriodQuery & { node?: string }) {
  const { node } = query;
  if (node === undefined) throw validation("node", { required: true });
  toPeriod(query, ctx.company.timeZone);
  const selection = await selectNodes(ctx, id, { node });
  const links = await listLinks(ctx, selection);
  const shown = links.map(({ node: _node, ...link }) => link).toSorted((a, b) => a.number - b.number);
  return {
    html: await renderNode(ctx, selection.scope.sourceIds[0], shown),
    node,
    clicks: links.reduce((sum, { clicks }) => sum + clicks, 0),
    links: shown,
  };
}

/** Empty for an e-mail that was never sent or whose template is gone. */
async function renderNode(
  ctx: Context,
  sourceId: string | undefined,
  links: readonly { readonly number: number; readonly url: string }[],
): Promise<string> {
  if (sourceId === undefined) return "";
  try {
    const { email } = await getNodeEmail(ctx, sourceId);
    // Links are numbered by their targets, which may have several numbers.
    const numbers = new Map(links.map(({ number, url }) => [url, number]));
    return await renderNumberedEmail(ctx, email.content, {
      numberOf: ({ url }) => numbers.get(url),
      numberOfItem: (url) => numbers.get(url),
    });
  } catch (error) {
    if (error instanceof NotSendable) return "";
    throw error;
  }
}

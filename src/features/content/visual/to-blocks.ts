import type { Blocks } from "../../../mail/render/blocks.ts";
import { fromHtml } from "./from-html.ts";
import { fromMjml } from "./from-mjml.ts";

/** HTML or MJML as blocks, as far as it is understood; the rest stands in HTML blocks as it was. */
export async function toBlocks({ html, mjml }: { html: string; mjml?: string }): Promise<Blocks> {
  const understood = mjml === undefined ? undefined : await fromMjml(mjml);
  return understood ?? fromHtml(html);
}

import type { Blocks } from "../../../mail/render/blocks.ts";
import { fromHtml } from "./from-html.ts";
import { fromMjml } from "./from-mjml.ts";

/** Converts HTML or MJML to blocks; parts without a block become HTML blocks. */
export async function toBlocks({ html, mjml }: { html: string; mjml?: string }): Promise<Blocks> {
  const understood = mjml === undefined ? undefined : await fromMjml(mjml);
  return understood ?? fromHtml(html);
}

import type { Blocks } from "../../../mail/render/blocks.ts";
import type { CompanySandbox } from "../../../sandbox/sandbox.ts";
import { fromHtml } from "./from-html.ts";
import { fromMjml } from "./from-mjml.ts";

/** Converts HTML or MJML to blocks; parts without a block become HTML blocks. */
export async function toBlocks(
  sandbox: CompanySandbox,
  { html, mjml }: { html: string; mjml?: string },
): Promise<Blocks> {
  const understood = mjml === undefined ? undefined : await fromMjml(sandbox, mjml);
  return understood ?? fromHtml(html);
}

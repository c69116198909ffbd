import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * The debugger runs it, so the policy of the page does not apply. Frames are left out: axe is not in them, and would
 * wait for their answer.
 */
export async function axeFindings(page: Pick<Page, "evaluate">): Promise<unknown> {
  if (await page.evaluate("window.axe === undefined")) await page.evaluate(axe);
  return page.evaluate(`axe.run({ resultTypes: ['violations'], preload: false, iframes: false }).then(({ violations }) => violations.map(({ id, nodes }) =>
    [id, nodes.map(({ html, failureSummary }) => html + failureSummary)]))`);
}

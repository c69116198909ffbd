import { Parser } from "htmlparser2";
import { sandboxOf, type Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { toHtml } from "../../../mail/render/content.ts";
import type { ElementKind } from "./shapes.ts";

const wrappers: Readonly<Record<ElementKind, readonly [before: string, after: string]>> = {
  section: ["<mjml><mj-body>", "</mj-body></mjml>"],
  column: ["<mjml><mj-body><mj-section>", "</mj-section></mj-body></mjml>"],
  block: ["<mjml><mj-body><mj-section><mj-column>", "</mj-column></mj-section></mj-body></mjml>"],
};

const allowedRoots: Readonly<Record<ElementKind, RegExp>> = {
  section: /^mj-(section|wrapper|hero|raw)$/,
  column: /^mj-(column|group)$/,
  block: /^mj-(?!section|wrapper|hero|column|group|body|head|include)/,
};

/** Rejects an element unless it matches its kind, is well-formed and compiles. */
export async function checkMjml(ctx: Context, kind: ElementKind, mjml: string): Promise<void> {
  if (!hasValidStructure(kind, mjml)) throw validation("mjml", { reason: "structure", ...accepts.marking });
  const [before, after] = wrappers[kind];
  const { issues } = await toHtml(sandboxOf(ctx), { kind: "mjml", mjml: `${before}${mjml}${after}` });
  const errors = issues.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw validation("mjml", { issues: errors });
}

/** Top-level elements must be of the kind; an element that closes its surroundings leaves others unclosed. */
function hasValidStructure(kind: ElementKind, mjml: string): boolean {
  let depth = 0;
  let hasRoot = false;
  let isValid = true;
  const text = `<element>${mjml}</element>`;
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (depth === 1) {
          hasRoot = true;
          isValid &&= allowedRoots[kind].test(name);
        }
        isValid &&= !/^(mjml|mj-include|mj-body|mj-head)$/.test(name);
        depth += 1;
      },
      onclosetag: (name, isImplied) => {
        depth -= 1;
        // A self-closing element counts as implied too.
        isValid &&= !isImplied || text[parser.endIndex - 1] === "/" || !name.startsWith("mj-");
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(text);
  return isValid && hasRoot && depth === 0;
}

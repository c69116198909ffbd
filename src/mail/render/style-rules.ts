/** One selector of a style sheet. */
export type StyleRule = {
  /** The id, class or element name that an element needs to match; undefined for any element. */
  readonly target: string | undefined;
  readonly declarations: number;
};

/** The rules in one pass, those under conditions (`@media`) too. */
export function rulesIn(css: string): StyleRule[] {
  const text = withoutComments(css);
  const rules: StyleRule[] = [];
  let preludeStart = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "}" || char === ";") preludeStart = at + 1;
    if (char !== "{") continue;
    const prelude = text.slice(preludeStart, at).trim();
    preludeStart = at + 1;
    if (prelude.startsWith("@")) continue;
    const end = text.indexOf("}", at);
    const body = text.slice(at + 1, end === -1 ? undefined : end);
    const declarations = body.split(";").filter((part) => part.includes(":")).length;
    // Commas inside parentheses separate no rules, but such a selector may match anything.
    for (const selector of prelude.split(",")) rules.push({ target: targetOf(selector.trim()), declarations });
    if (end === -1) break;
    at = end;
    preludeStart = end + 1;
  }
  return rules;
}

function withoutComments(css: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = css.indexOf("/*"); start !== -1; start = css.indexOf("/*", at)) {
    parts.push(css.slice(at, start));
    const end = css.indexOf("*/", start + 2);
    if (end === -1) return parts.join(" ");
    at = end + 2;
  }
  return [...parts, css.slice(at)].join(" ");
}

function targetOf(selector: string): string | undefined {
  if (/[()]/.test(selector)) return undefined;
  const last = selector.slice(
    Math.max(...[" ", ">", "+", "~", "\n", "\t"].map((sign) => selector.lastIndexOf(sign))) + 1,
  );
  const [target] = /[#.][\w-]+/.exec(last) ?? /^[a-z][\w-]*/i.exec(last) ?? [];
  return target?.startsWith("#") === true || target?.startsWith(".") === true ? target : target?.toLowerCase();
}

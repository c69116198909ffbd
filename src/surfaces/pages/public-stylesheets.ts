import { readableColor, textColorOn } from "../../kernel/contrast.ts";
import { fontStacks, isFontName } from "../../features/pages/public-page/fonts.ts";

/** The style sheet of all pages that are linked from a company's e-mails. */
export const publicStylesheet = `:root { color-scheme: light dark; --text: #1d2430; --muted: #566071; --paper: #fff; --back: #eef1f5; --line: #8b95a5;
  --soft: #e3e7ed; --accent: #1f5fbf; --on-accent: #fff; --link: #1f5fbf; --wrong: #a1181c; --right: #17663a; --radius: 0.625rem; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8ebf0; --muted: #aab3c0; --paper: #1b2029; --back: #12161d; --line: #7d8797; --soft: #333b48;
    --accent: #6ea3f5; --on-accent: #10141a; --link: #8db6f8; --wrong: #ff9a9c; --right: #7fd6a4; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1rem 3rem; font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  color: var(--text); background: var(--back); overflow-wrap: anywhere; }
main { max-width: 36rem; margin: 4vh auto 0; padding: 2rem; border-radius: calc(var(--radius) * 1.6); background: var(--paper);
  border: 1px solid var(--soft); }
.sender { margin: 0 0 1.5rem; font-weight: 600; color: var(--muted); }
.image { display: block; width: 100%; max-height: 20rem; margin: 0 0 1.5rem; border-radius: var(--radius); object-fit: cover; }
.logo { display: block; max-width: 12rem; max-height: 4rem; width: auto; height: auto; }
h1 { margin: 0 0 0.75rem; font-size: 1.625rem; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; }
h2 { margin: 2.25rem 0 0.5rem; font-size: 1.1875rem; line-height: 1.3; }
p, ul, ol { margin: 0 0 1rem; }
main img { max-width: 100%; height: auto; }
a { color: var(--link); }
form { margin: 1.5rem 0 0; }
fieldset { min-width: 0; margin: 0 0 1.75rem; padding: 0; border: 0; }
legend, .label { display: block; margin: 0 0 0.625rem; padding: 0; font-weight: 600; }
.choice { display: flex; align-items: center; gap: 0.75rem; min-height: 3rem; margin: 0 0 0.5rem; padding: 0.625rem 0.875rem;
  border: 1px solid var(--line); border-radius: var(--radius); cursor: pointer; }
.choice:has(input:checked) { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--link); }
.choice small { display: block; color: var(--muted); }
.scale { display: grid; grid-template-columns: repeat(auto-fit, minmax(2.5rem, 1fr)); gap: 0.375rem; }
.scale label { position: relative; display: flex; align-items: center; justify-content: center; min-height: 2.75rem;
  border: 1px solid var(--line); border-radius: 0.5rem; font-variant-numeric: tabular-nums; cursor: pointer; }
.scale input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.scale label:has(input:checked) { border-color: var(--accent); color: var(--on-accent); background: var(--accent); font-weight: 600; }
.scale label:has(input:focus-visible) { outline: 3px solid var(--link); outline-offset: 2px; }
.ends { display: flex; justify-content: space-between; gap: 1rem; margin: 0.375rem 0 0; font-size: 0.875rem; color: var(--muted); }
textarea, select, input:is([type="text"], [type="email"], [type="tel"], [type="date"]) { display: block; width: 100%; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: calc(var(--radius) * 0.8);
  font: inherit; color: inherit; background: transparent; }
textarea { min-height: 6.5rem; resize: vertical; }
.field { margin: 0 0 1.25rem; }
.consent { margin: 0 0 1.25rem; font-size: 0.9375rem; color: var(--muted); }
.required { color: var(--muted); font-weight: 400; font-size: 0.875rem; }
.hint { margin: 0.375rem 0 0; font-size: 0.9375rem; color: var(--muted); }
.problem { padding: 0.625rem 0.875rem; border-left: 4px solid var(--wrong); color: var(--wrong); }
.done { padding: 0.625rem 0.875rem; border-left: 4px solid var(--right); color: var(--right); }
button { display: inline-block; min-height: 3rem; padding: 0.625rem 1.5rem; border: 0; border-radius: var(--radius); font: inherit; font-weight: 600;
  color: var(--on-accent); background: var(--accent); cursor: pointer; }
button.quiet { color: var(--text); background: transparent; box-shadow: inset 0 0 0 1px var(--line); }
hr { margin: 2.25rem 0 0; border: 0; border-top: 1px solid var(--soft); }
hr + p { margin-top: 1.5rem; }
.trap { position: absolute; left: -10000px; width: 1px; height: 1px; overflow: hidden; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (max-width: 30rem) {
  body { padding: 0; background: var(--paper); }
  main { margin: 0; padding: 1.5rem 1.125rem 3rem; border: 0; border-radius: 0; }
  h1 { font-size: 1.4375rem; }
  button { width: 100%; }
}
@media (forced-colors: active) { .scale label:has(input:checked) { outline: 2px solid Highlight; } }
`;

const hex = /^[0-9a-f]{6}$/;
const surfaceColors = { light: "ffffff", dark: "1b2029" } as const;
const textColors = { light: "1d2430", dark: "e8ebf0" } as const;

/** The rules for a design; a value of another form than expected is ignored. */
export function themeStylesheet(query: URLSearchParams): string {
  const given = (name: string) => query.get(name) ?? "";
  return [...colorRules(given("accent"), given("background")), ...shapeRules(given)].join("\n");
}

function colorRules(accent: string, background: string): string[] {
  const rules: string[] = [];
  if (hex.test(accent)) {
    const readable = (scheme: "light" | "dark") => readableColor(accent, surfaceColors[scheme], textColors[scheme]);
    const onAccent = textColorOn(accent, "ffffff", "10141a");
    rules.push(`:root { --accent: #${accent}; --on-accent: #${onAccent}; --link: #${readable("light")}; }`);
    rules.push(`@media (prefers-color-scheme: dark) { :root { --link: #${readable("dark")}; } }`);
  }
  if (hex.test(background)) {
    rules.push(`@media not (prefers-color-scheme: dark) { :root { --back: #${background}; } }`);
  }
  return rules;
}

function shapeRules(given: (name: string) => string): string[] {
  const rules: string[] = [];
  const pixels = (name: string) => (/^\d{1,3}$/.test(given(name)) ? `${given(name)}px` : undefined);
  const [font, radius, width] = [given("font"), pixels("radius"), pixels("width")];
  if (isFontName(font)) rules.push(`body { font-family: ${fontStacks[font]}; }`);
  if (radius !== undefined) rules.push(`:root { --radius: ${radius}; }`);
  if (width !== undefined) rules.push(`main { max-width: ${width}; }`);
  return rules;
}

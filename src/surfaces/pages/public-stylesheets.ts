import { readableColor, textColorOn } from "../../kernel/contrast.ts";
import { fontStacks, isFontName } from "../../features/pages/public-page/fonts.ts";

/** The style sheet of all pages that are linked from a company's e-mails. */
export const publicStylesheet = `:root { color-scheme: light dark; --text: #1c1e26; --muted: #5c5f69; --paper: #fff; --back: #f5f4ef; --line: #8f8a7e;
  --soft: #e4e1d8; --accent: #1f5fbf; --on-accent: #fff; --link: #1f5fbf; --brand: #1c1e26; --imprint: #5c5f69; --wrong: #a1271d;
  --right: #17663a; --right-soft: #e4f2ea; --radius: 0.625rem; }
@media (prefers-color-scheme: dark) {
  :root { --text: #eceae4; --muted: #b9b8b3; --paper: #1a1c21; --back: #121317; --line: #717682; --soft: #2b2e36;
    --accent: #6ea3f5; --on-accent: #10141a; --link: #8db6f8; --brand: #eceae4; --imprint: #b9b8b3; --wrong: #f4a196;
    --right: #7fd6a4; --right-soft: #163324; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem 3rem; font: 1rem/1.5 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  color: var(--text); background: var(--back); overflow-wrap: anywhere; }
header { display: flex; justify-content: center; margin: 2vh 0 1.75rem; font-size: 1.625rem; font-weight: 700; line-height: 1.25;
  letter-spacing: -0.02em; text-align: center; color: var(--brand); }
.logo { display: block; max-width: 14rem; max-height: 4.5rem; width: auto; height: auto; }
main { max-width: 35rem; margin: 0 auto; padding: 2.25rem 2.5rem; border-radius: calc(var(--radius) * 1.6); background: var(--paper);
  border: 1px solid var(--soft); }
footer { max-width: 35rem; margin: 1.5rem auto 0; font-size: 0.875rem; text-align: center; color: var(--imprint); }
.image { display: block; width: 100%; max-height: 20rem; margin: 0 0 1.5rem; border-radius: var(--radius); object-fit: cover; }
h1 { margin: 0 0 0.5rem; font-size: 1.625rem; line-height: 1.25; letter-spacing: -0.02em; text-wrap: balance; }
h2 { margin: 0 0 0.375rem; font-size: 1.0625rem; line-height: 1.4; }
p, ul, ol { margin: 0 0 1rem; }
main img { max-width: 100%; height: auto; }
a { color: var(--link); }
form { margin: 1.5rem 0 0; }
h2 + form { margin-top: 0; }
main > :last-child, form:last-child > :last-child { margin-bottom: 0; }
fieldset { min-width: 0; margin: 0 0 1.75rem; padding: 0; border: 0; }
legend, .label { display: block; margin: 0 0 0.5rem; padding: 0; font-weight: 600; }
.choice { display: flex; align-items: center; gap: 0.875rem; min-height: 3rem; margin: 0 0 0.5rem; padding: 0.625rem 0.875rem;
  border: 1px solid var(--soft); border-radius: var(--radius); cursor: pointer; }
.choice:has(input:checked) { border-color: var(--link); }
.choice input { appearance: none; flex: none; display: grid; place-content: center; width: 1.375rem; height: 1.375rem; margin: 0;
  border: 1.5px solid var(--line); border-radius: 0.375rem; background: var(--paper); cursor: pointer; }
.choice input[type="radio"] { border-radius: 50%; }
.choice input::before { content: ""; width: 0.8125rem; height: 0.8125rem; background: var(--on-accent); transform: scale(0);
  clip-path: polygon(14% 46%, 2% 60%, 40% 94%, 98% 22%, 84% 10%, 38% 68%); }
.choice input[type="radio"]::before { clip-path: circle(36%); }
.choice input:checked { border-color: var(--link); background: var(--accent); }
.choice input:checked::before { transform: none; }
.choice span { min-width: 0; }
.choice small { display: block; font-size: 0.875rem; color: var(--muted); }
.list { margin: 0 0 1.5rem; }
.list legend { margin: 0 0 0.625rem; font-size: 0.9375rem; font-weight: 400; color: var(--muted); }
.list .choice { min-height: 3.5rem; margin: 0; padding: 0.875rem 0; border: 0; border-top: 1px solid var(--soft); border-radius: 0; font-weight: 500; }
.list .choice:has(input:checked) { border-color: var(--soft); }
.list .choice small { font-weight: 400; }
.scale { display: grid; grid-template-columns: repeat(auto-fit, minmax(2.5rem, 1fr)); gap: 0.375rem; }
.scale label { position: relative; display: flex; align-items: center; justify-content: center; min-height: 2.75rem;
  border: 1px solid var(--line); border-radius: 0.5rem; font-variant-numeric: tabular-nums; cursor: pointer; }
.scale input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.scale label:has(input:checked) { border-color: var(--accent); color: var(--on-accent); background: var(--accent); font-weight: 600; }
.scale label:has(input:focus-visible) { outline: 3px solid var(--link); outline-offset: 2px; }
.ends { display: flex; justify-content: space-between; gap: 1rem; margin: 0.375rem 0 0; font-size: 0.875rem; color: var(--muted); }
textarea, select, input:is([type="text"], [type="email"], [type="tel"], [type="date"]) { display: block; width: 100%; min-height: 3rem; padding: 0.625rem 0.875rem; border: 1px solid var(--line); border-radius: calc(var(--radius) * 0.8);
  font: inherit; color: inherit; background: transparent; }
textarea { min-height: 6.5rem; resize: vertical; }
.field { margin: 0 0 1.25rem; }
.consent { margin: 0 0 1.25rem; font-size: 0.875rem; color: var(--muted); }
.required { color: var(--muted); font-weight: 400; font-size: 0.875rem; }
.hint { margin: 0.375rem 0 0; font-size: 0.9375rem; color: var(--muted); }
.problem { padding: 0.625rem 0.875rem; border-left: 4px solid var(--wrong); color: var(--wrong); }
.done { padding: 0.625rem 0.875rem; border-radius: var(--radius); color: var(--right); background: var(--right-soft); }
button { display: inline-block; min-height: 3rem; padding: 0.625rem 1.5rem; border: 0; border-radius: var(--radius); font: inherit; font-weight: 600;
  color: var(--on-accent); background: var(--accent); cursor: pointer; }
form > button { width: 100%; }
button.quiet { color: var(--text); background: transparent; box-shadow: inset 0 0 0 1px var(--line); }
button.danger { color: var(--wrong); }
.outcome { text-align: center; }
.outcome .tick { display: block; margin: 0 auto 1.25rem; }
.tick circle { fill: var(--right-soft); }
.tick path { fill: none; stroke: var(--right); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
hr { margin: 2rem -2.5rem; border: 0; border-top: 1px solid var(--soft); }
.trap { position: absolute; left: -10000px; width: 1px; height: 1px; overflow: hidden; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (max-width: 30rem) {
  body { padding: 1.25rem 0.75rem 2.5rem; }
  main { padding: 1.75rem 1.25rem; }
  hr { margin: 1.75rem -1.25rem; }
  h1 { font-size: 1.4375rem; }
  button { width: 100%; }
}
@media (forced-colors: active) {
  .scale label:has(input:checked) { outline: 2px solid Highlight; }
  .choice input { appearance: auto; }
  .choice input::before { content: none; }
}
`;

const hex = /^[0-9a-f]{6}$/;
const surfaceColors = { light: "ffffff", dark: "1a1c21" } as const;
const pageColors = { light: "f5f4ef", dark: "121317" } as const;
const textColors = { light: "1c1e26", dark: "eceae4" } as const;

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
  return rules.length === 0 ? [] : [...rules, ...pageTextRules(accent, background)];
}

/** The name above the card and the address below it stand on the page's own colour, which the company may choose. */
function pageTextRules(accent: string, background: string): string[] {
  const light = hex.test(background) ? background : pageColors.light;
  const text = textColorOn(light, textColors.dark, textColors.light);
  const brandOn = (page: string, fallback: string) =>
    hex.test(accent) ? readableColor(accent, page, fallback) : fallback;
  return [
    `@media not (prefers-color-scheme: dark) { :root { --brand: #${brandOn(light, text)}; --imprint: #${readableColor("5c5f69", light, text)}; } }`,
    `@media (prefers-color-scheme: dark) { :root { --brand: #${brandOn(pageColors.dark, textColors.dark)}; } }`,
  ];
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

import { readableColor, textColorOn } from "../../../kernel/contrast.ts";
import { formLook } from "../../../kernel/form-look.ts";
import { fontStacks } from "../../pages/public-page/fonts.ts";
import type { StyledDesign } from "../../pages/public-page/styled-design.ts";

/** Values of a form's style sheet in pages of others. Text colours are chosen for the background. */
export function formStyleValues({ accentColor, backgroundColor, font, radius, width }: StyledDesign) {
  const bare = (color: string | null, fallback: string) => color?.slice(1) ?? fallback;
  const back = bare(backgroundColor, formLook.backgroundColor);
  const accent = bare(accentColor, formLook.accentColor);
  const text = textColorOn(back, formLook.lightText, formLook.darkText);
  const isDark = text === formLook.lightText;
  return {
    scheme: isDark ? "dark" : "light",
    back: `#${back}`,
    text: `#${text}`,
    muted: `#${readableColor(isDark ? "c3cad5" : "566071", back, text)}`,
    wrong: `#${readableColor(isDark ? "ffb3b4" : "a1181c", back, text)}`,
    accent: `#${accent}`,
    onAccent: `#${textColorOn(accent, "ffffff", "10141a")}`,
    font: fontStacks[font ?? "system"],
    radius: `${radius ?? formLook.radius}px`,
    width: `${width ?? formLook.width}px`,
  };
}

const controls = "input:not([type=checkbox]),select,textarea";

/** For the shadow root of the script: rules of the page do not reach into it. */
export function embeddedStylesheet(design: StyledDesign): string {
  const { scheme, back, text, muted, wrong, accent, onAccent, font, radius, width } = formStyleValues(design);
  return [
    ":host{all:initial}",
    "*{box-sizing:border-box}",
    `.pr{position:relative;width:100%;max-width:${width};margin:0;padding:24px;border:0;border-radius:${radius};font:16px/1.5 ${font};color:${text};background:${back};color-scheme:${scheme};overflow-wrap:anywhere}`,
    ".inline{box-shadow:inset 0 0 0 1px #8883}",
    `.popup,.slide{width:calc(100% - 32px);max-height:calc(100% - 32px);overflow:auto;box-shadow:0 8px 40px #0006}`,
    ".popup{margin:auto}",
    ".popup::backdrop{background:#0009}",
    ".slide{position:fixed;inset:auto 16px 16px auto;z-index:2147483000}",
    ".slide.left{inset:auto auto 16px 16px}",
    ".pr:focus{outline:0}",
    "h2{margin:0 0 8px;font-size:24px;line-height:1.25}",
    ".popup h2,.slide h2,.popup>[role=status],.slide>[role=status]{padding-right:40px}",
    "p,ul,ol{margin:0 0 12px}",
    "img{max-width:100%;height:auto}",
    `.image{display:block;width:100%;max-height:240px;margin:0 0 16px;border-radius:${radius};object-fit:cover}`,
    "a{color:inherit}",
    "form{margin:16px 0 0}",
    ".field{margin:0 0 16px}",
    ".label{display:block;margin:0 0 4px;font-weight:600}",
    `.required{font-weight:400;font-size:14px;color:${muted}}`,
    ".choice{display:flex;gap:10px;align-items:flex-start}",
    `.choice input{flex:none;width:20px;height:20px;margin:2px 0 0;accent-color:${accent}}`,
    `${controls}{display:block;width:100%;min-height:44px;padding:8px 12px;border:1px solid ${muted};border-radius:calc(${radius}*.8);font:inherit;color:inherit;background:0 0}`,
    "textarea{min-height:96px}",
    `.field [aria-invalid]{border-color:${wrong}}`,
    `.problem{margin:0 0 4px;color:${wrong}}`,
    ".alert{margin:0 0 12px}",
    `.consent{margin:0 0 16px;font-size:14px;color:${muted}}`,
    `button{min-height:44px;padding:10px 24px;border:0;border-radius:${radius};font:inherit;font-weight:600;color:${onAccent};background:${accent};cursor:pointer}`,
    "form>button{width:100%}",
    "[aria-busy] button{opacity:.6}",
    `.close{position:absolute;top:8px;right:8px;width:44px;padding:0;border-radius:50%;font-size:24px;line-height:1;color:${text};background:${back}}`,
    ".trap{position:absolute;left:-9999px}",
    `:focus-visible{outline:3px solid ${text};outline-offset:2px}`,
    "[role=status]:focus{outline:0}",
    "@media(prefers-reduced-motion:no-preference){.slide{animation:a .3s}@keyframes a{from{transform:translateY(100%)}}}",
  ].join("");
}

/** For a form in the page itself: every rule begins with the form's class. */
export function scopedStylesheet(design: StyledDesign, scope: string): string {
  const { scheme, back, text, muted, accent, onAccent, font, radius, width } = formStyleValues(design);
  const each = (selectors: string) => selectors.replaceAll(/(^|,)/g, `$1${scope} `);
  return [
    `${scope}{box-sizing:border-box;max-width:${width};padding:24px;border-radius:${radius};font:16px/1.5 ${font};color:${text};background:${back};color-scheme:${scheme}}`,
    `${each("h2")}{margin:0 0 8px;font-size:24px;line-height:1.25}`,
    `${each("a")}{color:inherit}`,
    `${each("label:not([hidden])")}{display:block;margin:0 0 16px}`,
    `${each(controls)}{display:block;box-sizing:border-box;width:100%;min-height:44px;padding:8px 12px;border:1px solid ${muted};border-radius:calc(${radius}*.8);font:inherit;color:inherit;background:0 0}`,
    `${each("button")}{width:100%;min-height:44px;padding:10px 24px;border:0;border-radius:${radius};font:inherit;font-weight:600;color:${onAccent};background:${accent};cursor:pointer}`,
    `${each(":focus-visible")}{outline:3px solid ${text};outline-offset:2px}`,
  ].join("");
}

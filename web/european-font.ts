import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import subsetFont from "subset-font";

/** The characters of a `unicode-range`: `U+0100-0130, U+0218`. */
function listCharacters(range: string): string {
  const parts = range.split(",").map((part) => part.trim().replace("U+", "").split("-"));
  return parts
    .flatMap(([first = "", last = first]) => {
      const from = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) => from + index);
    })
    .map((code) => String.fromCodePoint(code))
    .join("");
}

/** Writes the letters that `ui/theme/fonts.css` names into a font of their own, and returns its path. */
export async function writeEuropeanFont(): Promise<string> {
  const styles = readFileSync(path.join(import.meta.dirname, "ui/theme/fonts.css"), "utf8");
  const [, range = ""] = /unicode-range:\s*([^;]+);/.exec(styles) ?? [];
  const whole = createRequire(import.meta.url).resolve(
    "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  );
  const font = await subsetFont(readFileSync(whole), listCharacters(range), { targetFormat: "woff2" });
  const target = path.join(import.meta.dirname, "../dist/fonts/inter-european.woff2");
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, font);
  return target;
}

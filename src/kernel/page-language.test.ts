import { expect, it } from "vitest";
import { negotiatePageLanguage } from "./page-language.ts";

it.each([
  [undefined, "en"],
  ["", "en"],
  ["cs-CZ,cs;q=0.9,en;q=0.8", "cs"],
  ["de-DE,de;q=0.9,sk;q=0.5,en;q=0.3", "sk"],
  ["en;q=0.3, sk ; q=0.9", "sk"],
  ["cs;q=0,en", "en"],
  ["de,fr", "en"],
  ["*", "en"],
  ["cs;q=nonsense", "en"],
])("Accept-Language %s is answered in %s", (header, language) => {
  expect(negotiatePageLanguage(header)).toBe(language);
});

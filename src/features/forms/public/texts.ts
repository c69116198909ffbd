import { czech } from "./texts/czech.ts";
import { english } from "./texts/english.ts";
import { german } from "./texts/german.ts";
import { hungarian } from "./texts/hungarian.ts";
import { polish } from "./texts/polish.ts";
import { romanian } from "./texts/romanian.ts";
import { slovak } from "./texts/slovak.ts";
import type { FormLanguage } from "./form-language.ts";
import type { FormTexts } from "./texts/form-texts.ts";

export const formTexts: Readonly<Record<FormLanguage, FormTexts>> = {
  cs: czech,
  sk: slovak,
  en: english,
  de: german,
  pl: polish,
  hu: hungarian,
  ro: romanian,
};

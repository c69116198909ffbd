import { czech } from "./texts/czech.ts";
import { english } from "./texts/english.ts";
import { german } from "./texts/german.ts";
import { hungarian } from "./texts/hungarian.ts";
import { polish } from "./texts/polish.ts";
import { romanian } from "./texts/romanian.ts";
import { slovak } from "./texts/slovak.ts";
import type { FormLanguage } from "./form-language.ts";

/** What can be wrong with a field. */
export type FieldProblem =
  | "required"
  | "email"
  | "invalid"
  | "too_long"
  | "choice"
  | "date"
  | "phone"
  | "link"
  | "captcha";

export type FormTexts = {
  submit: string;
  required: string;
  choose: string;
  trap: string;
  captcha: string;
  problem: string;
  changed: string;
  tooMany: string;
  failed: string;
  close: string;
  problems: Readonly<Record<FieldProblem, string>>;
  thanksTitle: string;
  thanksLead: string;
  closedTitle: string;
  closedLead: string;
  confirmTitle: string;
  confirmLead: (sender: string) => string;
  confirm: string;
  confirmedTitle: string;
  confirmedLead: string;
  alreadyTitle: string;
  alreadyLead: string;
  unsubscribedTitle: string;
  unsubscribedLead: string;
  expiredTitle: string;
  expiredLead: string;
  expiredLink: string;
  endedLead: string;
};

export const formTexts: Readonly<Record<FormLanguage, FormTexts>> = {
  cs: czech,
  sk: slovak,
  en: english,
  de: german,
  pl: polish,
  hu: hungarian,
  ro: romanian,
};

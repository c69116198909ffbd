import { defaultEmailLook, fontFamilies } from "../../../src/kernel/email-look.ts";
import type { EmailDocument, Settings } from "./document.ts";

export type Font = keyof typeof fontFamilies;
export type Look = Required<Omit<Settings, "title">>;

/** How the e-mail looks where a block says nothing. */
export const completeLook = ({ settings }: EmailDocument): Look => ({ ...defaultEmailLook, ...settings });

/** What MJML and the server give to blocks that have no value of their own. */
export const buttonRadius = 3;
export const dividerColor = "#dddddd";
export const lineHeight = 1.5;

export const familyOf = (font: Font): string => fontFamilies[font];

export const fontNames: Readonly<Record<Font, string>> = {
  arial: "Arial",
  helvetica: "Helvetica",
  verdana: "Verdana",
  tahoma: "Tahoma",
  trebuchet: "Trebuchet MS",
  georgia: "Georgia",
  times: "Times New Roman",
  courier: "Courier New",
};

export const fonts = Object.keys(fontNames).filter((name): name is Font => name in fontNames);

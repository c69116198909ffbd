import { defineMessages } from "../../i18n/messages.tsx";

export const contrastMessages = defineMessages(
  () => ({
    button: "Text tlačítka",
    good: (name: string, ratio: string) => `${name} je čitelný, kontrast ${ratio} : 1.`,
    bad: (name: string, ratio: string) =>
      `${name} se čte špatně, kontrast ${ratio} : 1. Zvolte tmavší nebo světlejší barvu.`,
  }),
  () => ({
    button: "The text of the button",
    good: (name, ratio) => `${name} is readable, contrast ${ratio}:1.`,
    bad: (name, ratio) => `${name} is hard to read, contrast ${ratio}:1. Choose a darker or lighter colour.`,
  }),
  () => ({
    button: "Text tlačidla",
    good: (name: string, ratio: string) => `${name} je čitateľný, kontrast ${ratio} : 1.`,
    bad: (name: string, ratio: string) =>
      `${name} sa číta zle, kontrast ${ratio} : 1. Zvoľte tmavšiu alebo svetlejšiu farbu.`,
  }),
);

import type { StarterLanguage } from "./catalogue.ts";

type FrameWords = { browser: string; why: string; preferences: string; unsubscribe: string };

/** Texts around every built-in e-mail: above it and below it. */
export const frameWords: Readonly<Record<StarterLanguage, FrameWords>> = {
  cs: {
    browser: "Zobrazit v prohlížeči",
    why: "{{df_account_name}} vám píše, protože odebíráte naše novinky.",
    preferences: "Nastavit odběr",
    unsubscribe: "Odhlásit se",
  },
  sk: {
    browser: "Zobraziť v prehliadači",
    why: "{{df_account_name}} vám píše, pretože odoberáte naše novinky.",
    preferences: "Nastaviť odber",
    unsubscribe: "Odhlásiť sa",
  },
  en: {
    browser: "View in browser",
    why: "{{df_account_name}} writes to you because you subscribed to our news.",
    preferences: "Your subscriptions",
    unsubscribe: "Unsubscribe",
  },
};

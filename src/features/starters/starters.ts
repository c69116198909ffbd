import { toHtml } from "../../mail/render/content.ts";
import type { CompanySandbox } from "../../sandbox/sandbox.ts";
import {
  starterKeys,
  starterLanguages,
  type Starter,
  type StarterEmailsByLanguage,
  type StarterKey,
  type StarterLanguage,
} from "./catalogue.ts";
import { abandonedCart } from "./emails/abandoned-cart.ts";
import { birthday } from "./emails/birthday.ts";
import { doubleOptIn } from "./emails/double-opt-in.ts";
import { newsletter } from "./emails/newsletter.ts";
import { plainLetter } from "./emails/plain-letter.ts";
import { productGrid } from "./emails/product-grid.ts";
import { sale } from "./emails/sale.ts";
import { welcome } from "./emails/welcome.ts";

const emailsByKey: Readonly<Record<StarterKey, StarterEmailsByLanguage>> = {
  newsletter,
  "product-grid": productGrid,
  sale,
  welcome,
  "double-opt-in": doubleOptIn,
  "abandoned-cart": abandonedCart,
  birthday,
  "plain-letter": plainLetter,
};

export const loadStarter = (key: StarterKey, language: StarterLanguage): Starter => {
  const { mjml, ...email } = emailsByKey[key][language];
  return { key, language, ...email, source: { kind: "mjml", mjml } };
};

export const starters: readonly Starter[] = starterKeys.flatMap((key) =>
  starterLanguages.map((language) => loadStarter(key, language)),
);

export async function listStarters(sandbox: CompanySandbox, language: StarterLanguage | undefined) {
  const chosen = starters.filter((starter) => language === undefined || starter.language === language);
  const items = chosen.map(async ({ source, ...starter }) => {
    const { html } = await toHtml(sandbox, source);
    return { ...starter, kind: source.kind, html };
  });
  return { items: await Promise.all(items) };
}

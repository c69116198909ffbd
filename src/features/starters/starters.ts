import { starterKeys, starterLanguages, type Starter, type StarterKey, type StarterLanguage } from "./catalogue.ts";
import type { StarterEmailsByLanguage } from "./starter-email.ts";
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

const starterOf = (key: StarterKey, language: StarterLanguage): Starter => {
  const { mjml, ...email } = emailsByKey[key][language];
  return { key, language, ...email, source: { kind: "mjml", mjml } };
};

export const starters: readonly Starter[] = starterKeys.flatMap((key) =>
  starterLanguages.map((language) => starterOf(key, language)),
);

export const findStarter = (key: StarterKey, language: StarterLanguage): Starter => starterOf(key, language);

import { starterKeys, starterLanguages, type Starter, type StarterKey, type StarterLanguage } from "./catalogue.ts";
import type { Letters } from "./letter.ts";
import { abandonedCart } from "./letters/abandoned-cart.ts";
import { birthday } from "./letters/birthday.ts";
import { doubleOptIn } from "./letters/double-opt-in.ts";
import { newsletter } from "./letters/newsletter.ts";
import { plainLetter } from "./letters/plain-letter.ts";
import { productGrid } from "./letters/product-grid.ts";
import { sale } from "./letters/sale.ts";
import { welcome } from "./letters/welcome.ts";

const letters: Readonly<Record<StarterKey, Letters>> = {
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
  const { mjml, ...letter } = letters[key][language];
  return { key, language, ...letter, source: { kind: "mjml", mjml } };
};

export const starters: readonly Starter[] = starterKeys.flatMap((key) =>
  starterLanguages.map((language) => starterOf(key, language)),
);

export const findStarter = (key: StarterKey, language: StarterLanguage): Starter => starterOf(key, language);

import { brandedEmail, type EmailBrand, type Letter } from "../features/content/brand/branded-email.ts";
import type { StarterLanguage } from "../features/starters/catalogue.ts";
import { toHtml } from "../mail/render/content.ts";
import type { CompanySandbox } from "../sandbox/sandbox.ts";

/** Content of blocks, as it is stored. */
export type DemoEmail = { readonly kind: "blocks"; readonly source: string; readonly html: string };

export type CompileEmail = (letter: Letter) => Promise<DemoEmail>;

/** The links of an e-mail in their order: the shop's name above the letter, and its button. */
export const buttonLink = 2;
export const numberedLinks = (url: string) => [
  { number: 1, url: "{{df_shop_url}}" },
  { number: buttonLink, url },
];

/** Letters as the visual editor would save them, in the brand of a shop. */
export const emailCompiler =
  (sandbox: CompanySandbox, brand: EmailBrand, language: StarterLanguage): CompileEmail =>
  async (letter) => {
    const blocks = brandedEmail(brand, language, letter);
    const { html, issues } = await toHtml(sandbox, { kind: "blocks", blocks });
    if (issues.length > 0) throw new Error(`an e-mail of the demo has issues: ${issues[0]?.code ?? ""}`);
    return { kind: "blocks", source: JSON.stringify(blocks), html };
  };

import { footerMjml, headerMjml, renderLayout } from "../../starters/layout.ts";
import type { RecipeEmail, RecipeLanguage } from "./catalogue.ts";

const palette = {
  back: "#eef1f5",
  paper: "#ffffff",
  ink: "#1f2733",
  muted: "#5c6878",
  accent: "#1f5fbf",
  onAccent: "#ffffff",
};

/** An e-mail with a title and one button, in the layout of the built-in templates. */
export const recipeMjml = (language: RecipeLanguage, { title, paragraphs, button }: RecipeEmail): string =>
  renderLayout({
    language,
    palette,
    headings: "sans",
    body: `${headerMjml(language)}
    <mj-section padding="48px 40px 40px" css-class="side">
      <mj-column>
        <mj-text mj-class="title" css-class="title" padding="0 0 20px">${title}</mj-text>
${paragraphs.map((text) => `        <mj-text>${text}</mj-text>`).join("\n")}
        <mj-button href="{{df_shop_url}}">${button}</mj-button>
      </mj-column>
    </mj-section>
${footerMjml(language)}`,
  });

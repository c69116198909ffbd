import type { StarterLanguage, StarterEmailsByLanguage } from "../catalogue.ts";
import { footerMjml, renderLayout, headerMjml } from "../layout.ts";

const palette = {
  back: "#f2f1f7",
  paper: "#ffffff",
  ink: "#201d2e",
  muted: "#64607a",
  accent: "#4b32c3",
  onAccent: "#ffffff",
};

/** Placeholder for a product picture. */
const swatches = [
  { back: "#e5def9", mark: "#6d4ae0", sign: "◆" },
  { back: "#ffe3d3", mark: "#d9632b", sign: "●" },
  { back: "#d8f0e6", mark: "#1f8a63", sign: "▲" },
  { back: "#fdecc0", mark: "#b9850b", sign: "■" },
] as const;

type Words = {
  title: string;
  lead: string;
  product: string;
  detail: string;
  price: string;
  buy: string;
  all: string;
  promises: readonly [string, string, string];
};

const words: Readonly<Record<StarterLanguage, Words>> = {
  cs: {
    title: "Vybrali jsme pro vás",
    lead: "{{df_name|default:'Dobrý den'}}, tohle si u nás lidé právě teď oblíbili.",
    product: "Název zboží",
    detail: "Čím je výjimečné",
    price: "490\u00a0Kč",
    buy: "Zobrazit",
    all: "Celá nabídka",
    promises: ["Doprava zdarma od 1\u00a0500\u00a0Kč", "Vrácení do 30 dnů", "Poradíme po telefonu i e-mailem"],
  },
  sk: {
    title: "Vybrali sme pre vás",
    lead: "{{df_name|default:'Dobrý deň'}}, toto si u nás ľudia práve teraz obľúbili.",
    product: "Názov tovaru",
    detail: "Čím je výnimočný",
    price: "19,90\u00a0€",
    buy: "Zobraziť",
    all: "Celá ponuka",
    promises: ["Doprava zadarmo od 60\u00a0€", "Vrátenie do 30 dní", "Poradíme telefonicky aj e-mailom"],
  },
  en: {
    title: "Chosen for you",
    lead: "{{df_name|default:'Hello'}}, these are what people love most at our shop right now.",
    product: "Name of the product",
    detail: "What makes it special",
    price: "€19.90",
    buy: "View",
    all: "See everything",
    promises: ["Free delivery from €60", "Returns within 30 days", "Advice by phone and e-mail"],
  },
};

const renderMjml = (language: StarterLanguage): string => {
  const text = words[language];
  const card = ({
    back,
    mark,
    sign,
  }: (typeof swatches)[number]) => `        <mj-column width="50%" padding="0 8px 32px">
          <mj-text align="center" font-size="64px" line-height="150px" color="${mark}" container-background-color="${back}" padding="0">${sign}</mj-text>
          <mj-text font-size="17px" line-height="1.35" font-weight="700" padding="14px 0 2px">${text.product}</mj-text>
          <mj-text mj-class="small" padding="0 0 8px">${text.detail}</mj-text>
          <mj-text font-size="17px" font-weight="700" color="${palette.accent}" padding="0 0 8px">${text.price}</mj-text>
          <mj-button href="{{df_shop_url}}" background-color="#ffffff" color="${palette.accent}" border="2px solid ${palette.accent}" font-size="15px" inner-padding="8px 18px" padding="0">${text.buy}</mj-button>
        </mj-column>`;
  const row = (from: number) => `    <mj-section padding="0 32px" css-class="grid">
      <mj-group>
${swatches
  .slice(from, from + 2)
  .map(card)
  .join("\n")}
      </mj-group>
    </mj-section>`;
  const promise = (line: string) => `      <mj-column>
        <mj-text mj-class="small" align="center" color="${palette.ink}" padding="4px 8px">${line}</mj-text>
      </mj-column>`;
  return renderLayout({
    language,
    palette,
    headings: "sans",
    body: `${headerMjml(language)}
    <mj-section padding="44px 40px 28px" css-class="side">
      <mj-column>
        <mj-text mj-class="title" css-class="title" align="center" padding="0 0 12px">${text.title}</mj-text>
        <mj-text align="center" font-size="18px" color="${palette.muted}" padding="0">${text.lead}</mj-text>
      </mj-column>
    </mj-section>
${row(0)}
${row(2)}
    <mj-section padding="0 40px 44px" css-class="side">
      <mj-column>
        <mj-button href="{{df_shop_url}}" align="center">${text.all}</mj-button>
      </mj-column>
    </mj-section>
    <mj-section background-color="#e5def9" padding="20px 24px">
${text.promises.map(promise).join("\n")}
    </mj-section>
${footerMjml(language)}`,
  });
};

export const productGrid: StarterEmailsByLanguage = {
  cs: {
    name: "Výběr zboží",
    subject: "Vybrali jsme pro vás",
    preheader: "Čtyři věci, které si lidé právě oblíbili",
    mjml: renderMjml("cs"),
  },
  sk: {
    name: "Výber tovaru",
    subject: "Vybrali sme pre vás",
    preheader: "Štyri veci, ktoré si ľudia práve obľúbili",
    mjml: renderMjml("sk"),
  },
  en: {
    name: "Product grid",
    subject: "Chosen for you",
    preheader: "Four things that people love right now",
    mjml: renderMjml("en"),
  },
};

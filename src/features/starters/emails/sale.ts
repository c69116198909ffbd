import type { StarterLanguage, StarterEmailsByLanguage } from "../catalogue.ts";
import { footerMjml, renderLayout, headerMjml } from "../layout.ts";

const palette = {
  back: "#fff1ea",
  paper: "#ffffff",
  ink: "#2b1512",
  muted: "#7a5a52",
  accent: "#c62f1a",
  onAccent: "#ffffff",
};

type Words = {
  eyebrow: string;
  amount: string;
  title: string;
  lead: string;
  codeLabel: string;
  code: string;
  until: string;
  button: string;
  tilesTitle: string;
  tiles: readonly [string, string, string];
  terms: string;
};

const words: Readonly<Record<StarterLanguage, Words>> = {
  cs: {
    eyebrow: "JEN DO NEDĚLE",
    amount: "−30\u00a0%",
    title: "Velký výprodej začíná",
    lead: "{{df_name|default:'Dobrý den'}}, na celou sezónní nabídku máte slevu třicet procent. Stačí zadat kód v košíku.",
    codeLabel: "Váš slevový kód",
    code: "SLEVA30",
    until: "Platí do neděle 23:59",
    button: "Nakoupit se slevou",
    tilesTitle: "Kde začít",
    tiles: ["Nejprodávanější", "Poslední kusy", "Pod 500 Kč"],
    terms: "Slevu nelze sčítat s jinými slevami. Vztahuje se na zboží skladem.",
  },
  sk: {
    eyebrow: "LEN DO NEDELE",
    amount: "−30\u00a0%",
    title: "Veľký výpredaj sa začína",
    lead: "{{df_name|default:'Dobrý deň'}}, na celú sezónnu ponuku máte zľavu tridsať percent. Stačí zadať kód v košíku.",
    codeLabel: "Váš zľavový kód",
    code: "ZLAVA30",
    until: "Platí do nedele 23:59",
    button: "Nakúpiť so zľavou",
    tilesTitle: "Kde začať",
    tiles: ["Najpredávanejšie", "Posledné kusy", "Do 20 €"],
    terms: "Zľavu nemožno spájať s inými zľavami. Vzťahuje sa na tovar na sklade.",
  },
  en: {
    eyebrow: "UNTIL SUNDAY ONLY",
    amount: "−30%",
    title: "The big sale is on",
    lead: "{{df_name|default:'Hello'}}, the whole season is thirty percent off for you. Just enter the code in your basket.",
    codeLabel: "Your code",
    code: "SALE30",
    until: "Ends on Sunday at 23:59",
    button: "Shop the sale",
    tilesTitle: "Where to start",
    tiles: ["Best sellers", "Last pieces", "Under €20"],
    terms: "Cannot be combined with other offers. Valid for goods in stock.",
  },
};

const renderMjml = (language: StarterLanguage): string => {
  const text = words[language];
  const tile = (label: string) => `      <mj-column padding="0 6px 12px">
        <mj-button href="{{df_shop_url}}" width="100%" align="center" background-color="#ffe3d6" color="${palette.ink}" font-size="15px" inner-padding="20px 8px" padding="0">${label}</mj-button>
      </mj-column>`;
  return renderLayout({
    language,
    palette,
    headings: "sans",
    body: `${headerMjml(language)}
    <mj-section background-color="${palette.accent}" padding="56px 40px 48px" css-class="side">
      <mj-column>
        <mj-text mj-class="eyebrow" align="center" color="#ffd9cc">${text.eyebrow}</mj-text>
        <mj-text css-class="poster" align="center" font-size="128px" line-height="1" font-weight="800" letter-spacing="-4px" color="#ffffff" padding="0 0 16px">${text.amount}</mj-text>
        <mj-text mj-class="title" css-class="title" align="center" color="#ffffff" font-size="32px" padding="0">${text.title}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="40px 40px 8px" css-class="side">
      <mj-column>
        <mj-text align="center" font-size="18px" padding="0 0 24px">${text.lead}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="0 40px 8px" css-class="side">
      <mj-column border="2px dashed ${palette.accent}" border-radius="12px" padding="20px 16px">
        <mj-text mj-class="small" align="center" padding="0 0 4px">${text.codeLabel}</mj-text>
        <mj-text align="center" font-size="32px" line-height="1.2" font-weight="800" letter-spacing="4px" padding="0 0 4px">${text.code}</mj-text>
        <mj-text mj-class="small" align="center" padding="0">${text.until}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="20px 40px 44px" css-class="side">
      <mj-column>
        <mj-button href="{{df_shop_url}}" align="center" font-size="18px" inner-padding="16px 36px">${text.button}</mj-button>
      </mj-column>
    </mj-section>
    <mj-section padding="0 40px" css-class="side">
      <mj-column>
        <mj-text mj-class="heading" align="center" font-size="20px" padding="0 0 16px">${text.tilesTitle}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="0 34px 24px" css-class="side">
${text.tiles.map(tile).join("\n")}
    </mj-section>
    <mj-section padding="0 40px 32px" css-class="side">
      <mj-column>
        <mj-text mj-class="small" align="center" padding="0">${text.terms}</mj-text>
      </mj-column>
    </mj-section>
${footerMjml(language)}`,
  });
};

export const sale: StarterEmailsByLanguage = {
  cs: {
    name: "Výprodej",
    subject: "Sleva 30\u00a0% na celou sezónu",
    preheader: "Jen do neděle, kód je uvnitř",
    mjml: renderMjml("cs"),
  },
  sk: {
    name: "Výpredaj",
    subject: "Zľava 30\u00a0% na celú sezónu",
    preheader: "Len do nedele, kód je vnútri",
    mjml: renderMjml("sk"),
  },
  en: {
    name: "Sale",
    subject: "30% off the whole season",
    preheader: "Until Sunday only, the code is inside",
    mjml: renderMjml("en"),
  },
};

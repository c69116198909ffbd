import type { StarterLanguage, StarterEmailsByLanguage } from "../catalogue.ts";
import { footerMjml, renderLayout, headerMjml } from "../layout.ts";

const palette = {
  back: "#fdeef4",
  paper: "#ffffff",
  ink: "#331a2b",
  muted: "#78586b",
  accent: "#b0246f",
  onAccent: "#ffffff",
};

const confetti = ["#ffd166", "#ffffff", "#7ee0c6", "#ffb3d4", "#ffd166", "#ffffff", "#9fd3ff"]
  .map((color, index) => `<span style="color:${color}">${"●◆▲■"[index % 4]}</span>`)
  .join(" &nbsp;");

type Words = {
  title: string;
  lead: string;
  giftLabel: string;
  gift: string;
  giftNote: string;
  button: string;
  bye: string;
};

const words: Readonly<Record<StarterLanguage, Words>> = {
  cs: {
    title: "Všechno nejlepší k\u00a0narozeninám!",
    lead: "{{df_name|default:'Dobrý den'}}, přejeme vám den, který se povede od rána do večera. A něco malého jsme pro vás přibalili.",
    giftLabel: "DÁREK PRO VÁS",
    gift: "Sleva 15\u00a0%",
    giftNote: "Kód NAROZENINY platí čtrnáct dní na celý nákup.",
    button: "Vybrat si dárek",
    bye: "Užijte si to!",
  },
  sk: {
    title: "Všetko najlepšie k\u00a0narodeninám!",
    lead: "{{df_name|default:'Dobrý deň'}}, želáme vám deň, ktorý sa vydarí od rána do večera. A niečo malé sme pre vás pribalili.",
    giftLabel: "DARČEK PRE VÁS",
    gift: "Zľava 15\u00a0%",
    giftNote: "Kód NARODENINY platí štrnásť dní na celý nákup.",
    button: "Vybrať si darček",
    bye: "Užite si to!",
  },
  en: {
    title: "Happy birthday!",
    lead: "{{df_name|default:'Hello'}}, we wish you a day that goes well from morning till night. And we packed a little something for you.",
    giftLabel: "A GIFT FOR YOU",
    gift: "15% off",
    giftNote: "The code BIRTHDAY is valid for fourteen days on your whole order.",
    button: "Choose your gift",
    bye: "Enjoy your day!",
  },
};

const renderMjml = (language: StarterLanguage): string => {
  const text = words[language];
  return renderLayout({
    language,
    palette,
    headings: "serif",
    body: `${headerMjml(language)}
    <mj-section background-color="${palette.accent}" padding="44px 40px 52px" css-class="side">
      <mj-column>
        <mj-text align="center" font-size="24px" line-height="1.4" padding="0 0 24px">${confetti}</mj-text>
        <mj-text mj-class="title" css-class="title" align="center" color="#ffffff" font-size="46px" padding="0">${text.title}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="44px 40px 28px" css-class="side">
      <mj-column>
        <mj-text align="center" font-size="18px" padding="0">${text.lead}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="0 40px" css-class="side">
      <mj-column background-color="#fff5d6" border-radius="16px" padding="32px 24px 28px">
        <mj-text mj-class="eyebrow" align="center" color="#7a5600" padding="0 0 8px">${text.giftLabel}</mj-text>
        <mj-text align="center" font-size="40px" line-height="1.15" font-weight="800" padding="0 0 8px">${text.gift}</mj-text>
        <mj-text align="center" padding="0">${text.giftNote}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="28px 40px 44px" css-class="side">
      <mj-column>
        <mj-button href="{{df_shop_url}}" align="center" font-size="18px" inner-padding="16px 36px">${text.button}</mj-button>
        <mj-text align="center" color="${palette.muted}" padding="16px 0 0">${text.bye}</mj-text>
      </mj-column>
    </mj-section>
${footerMjml(language)}`,
  });
};

export const birthday: StarterEmailsByLanguage = {
  cs: { name: "Narozeniny", subject: "Všechno nejlepší!", preheader: "Uvnitř je malý dárek", mjml: renderMjml("cs") },
  sk: { name: "Narodeniny", subject: "Všetko najlepšie!", preheader: "Vnútri je malý darček", mjml: renderMjml("sk") },
  en: {
    name: "Birthday",
    subject: "Happy birthday!",
    preheader: "There is a small gift inside",
    mjml: renderMjml("en"),
  },
};

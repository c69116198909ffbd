import type { StarterLanguage, StarterEmailsByLanguage } from "../catalogue.ts";
import { footerMjml, renderLayout, headerMjml } from "../layout.ts";

const palette = {
  back: "#e9f1f8",
  paper: "#ffffff",
  ink: "#14263a",
  muted: "#52667c",
  accent: "#0f5fa8",
  onAccent: "#ffffff",
};

type Step = { title: string; text: string };
type Words = { title: string; lead: string; steps: readonly [Step, Step, Step]; button: string; bye: string };

const words: Readonly<Record<StarterLanguage, Words>> = {
  cs: {
    title: "Vítejte mezi námi",
    lead: "{{df_name|default:'Dobrý den'}}, děkujeme, že jste se přihlásili k odběru. Těšíme se, že si budeme psát.",
    steps: [
      { title: "Píšeme s rozmyslem", text: "Ozveme se nanejvýš jednou týdně a jen když máme co říct." },
      { title: "Novinky uvidíte první", text: "O nových věcech a slevách se dozvíte dřív než ostatní." },
      { title: "Odejít můžete kdykoli", text: "Jedním kliknutím v patičce každého e-mailu, bez vyptávání." },
    ],
    button: "Prohlédnout obchod",
    bye: "A kdybyste cokoli potřebovali, na tento e-mail stačí odpovědět.",
  },
  sk: {
    title: "Vitajte medzi nami",
    lead: "{{df_name|default:'Dobrý deň'}}, ďakujeme, že ste sa prihlásili na odber. Tešíme sa, že si budeme písať.",
    steps: [
      { title: "Píšeme s rozvahou", text: "Ozveme sa najviac raz za týždeň a len keď máme čo povedať." },
      { title: "Novinky uvidíte prví", text: "O nových veciach a zľavách sa dozviete skôr než ostatní." },
      { title: "Odísť môžete kedykoľvek", text: "Jedným kliknutím v pätičke každého e-mailu, bez vypytovania." },
    ],
    button: "Pozrieť obchod",
    bye: "A keby ste čokoľvek potrebovali, na tento e-mail stačí odpovedať.",
  },
  en: {
    title: "Welcome aboard",
    lead: "{{df_name|default:'Hello'}}, thank you for subscribing. We look forward to writing to you.",
    steps: [
      { title: "We write with care", text: "Once a week at most, and only when there is something to say." },
      { title: "You see it first", text: "You hear of new things and of sales before everybody else." },
      { title: "You can leave any time", text: "One click at the bottom of every e-mail, no questions asked." },
    ],
    button: "Visit the shop",
    bye: "And if you need anything, just reply to this e-mail.",
  },
};

const renderMjml = (language: StarterLanguage): string => {
  const text = words[language];
  const step = ({ title, text: body }: Step, index: number) => `    <mj-section padding="0 40px 20px" css-class="side">
      <mj-group>
        <mj-column width="16%">
          <mj-text font-size="34px" line-height="1.1" font-weight="800" color="${palette.accent}" padding="0">${index + 1}</mj-text>
        </mj-column>
        <mj-column width="84%">
          <mj-text font-size="18px" line-height="1.35" font-weight="700" padding="0 0 2px">${title}</mj-text>
          <mj-text color="${palette.muted}" padding="0">${body}</mj-text>
        </mj-column>
      </mj-group>
    </mj-section>`;
  return renderLayout({
    language,
    palette,
    headings: "sans",
    body: `${headerMjml(language)}
    <mj-section background-color="#0f3d66" padding="64px 40px 56px" css-class="side">
      <mj-column>
        <mj-text mj-class="title" css-class="title" align="center" color="#ffffff" font-size="48px" padding="0 0 16px">${text.title}</mj-text>
        <mj-text align="center" font-size="18px" color="#d3e5f5" padding="0">${text.lead}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="40px 0 0"><mj-column></mj-column></mj-section>
${text.steps.map(step).join("\n")}
    <mj-section padding="20px 40px 44px" css-class="side">
      <mj-column>
        <mj-button href="{{df_shop_url}}" align="center">${text.button}</mj-button>
        <mj-text mj-class="small" align="center" font-size="15px" padding="20px 0 0">${text.bye}</mj-text>
      </mj-column>
    </mj-section>
${footerMjml(language)}`,
  });
};

export const welcome: StarterEmailsByLanguage = {
  cs: { name: "Uvítání", subject: "Vítejte mezi námi", preheader: "Co od nás můžete čekat", mjml: renderMjml("cs") },
  sk: { name: "Uvítanie", subject: "Vitajte medzi nami", preheader: "Čo od nás môžete čakať", mjml: renderMjml("sk") },
  en: { name: "Welcome", subject: "Welcome aboard", preheader: "What you can expect from us", mjml: renderMjml("en") },
};

import type { StarterLanguage, StarterEmailsByLanguage } from "../catalogue.ts";
import { renderLayout } from "../layout.ts";

const palette = {
  back: "#ffffff",
  paper: "#ffffff",
  ink: "#222222",
  muted: "#666666",
  accent: "#1a56a6",
  onAccent: "#ffffff",
};

type Words = { paragraphs: readonly string[]; bye: string; preferences: string; unsubscribe: string };

const words: Readonly<Record<StarterLanguage, Words>> = {
  cs: {
    paragraphs: [
      "Dobrý den, {{df_name|default:'vážení přátelé'}},",
      "píšu vám osobně, protože mám jednu věc, která by vás mohla zajímat. Začněte tím, proč píšete zrovna dnes, a řekněte to tak, jak byste to řekli u stolu.",
      'V druhém odstavci přidejte to podstatné: co se mění, co nabízíte, do kdy to platí. Jeden odkaz stačí, třeba <a href="{{df_shop_url}}">na náš web</a>.',
      "Kdybyste měli otázku, prostě na tento e-mail odpovězte. Čtu všechno.",
    ],
    bye: "S pozdravem",
    preferences: "Nastavit odběr",
    unsubscribe: "Odhlásit se",
  },
  sk: {
    paragraphs: [
      "Dobrý deň, {{df_name|default:'vážení priatelia'}},",
      "píšem vám osobne, pretože mám jednu vec, ktorá by vás mohla zaujímať. Začnite tým, prečo píšete práve dnes, a povedzte to tak, ako by ste to povedali pri stole.",
      'V druhom odseku pridajte to podstatné: čo sa mení, čo ponúkate, dokedy to platí. Jeden odkaz stačí, napríklad <a href="{{df_shop_url}}">na náš web</a>.',
      "Ak by ste mali otázku, jednoducho na tento e-mail odpovedzte. Čítam všetko.",
    ],
    bye: "S pozdravom",
    preferences: "Nastaviť odber",
    unsubscribe: "Odhlásiť sa",
  },
  en: {
    paragraphs: [
      "Hello {{df_name|default:'friend'}},",
      "I am writing to you in person because there is one thing that might interest you. Begin with why you write today, and say it as you would across the table.",
      'The second paragraph holds what matters: what changes, what you offer, until when. One link is enough, perhaps <a href="{{df_shop_url}}">to our website</a>.',
      "If you have a question, just reply to this e-mail. I read everything.",
    ],
    bye: "Best regards",
    preferences: "Your subscriptions",
    unsubscribe: "Unsubscribe",
  },
};

const renderMjml = (language: StarterLanguage): string => {
  const text = words[language];
  return renderLayout({
    language,
    palette,
    headings: "sans",
    body: `    <mj-section padding="32px 24px 8px" css-class="side">
      <mj-column>
${text.paragraphs.map((paragraph) => `        <mj-text font-size="17px" padding="0 0 18px">${paragraph}</mj-text>`).join("\n")}
        <mj-text font-size="17px" padding="8px 0 0">${text.bye}<br /><strong>{{df_shop_sender}}</strong><br />{{df_shop_name}}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="28px 24px 40px" css-class="side">
      <mj-column>
        <mj-divider border-color="#e2e2e2" padding="0 0 16px" />
        <mj-text mj-class="small" padding="0" css-class="quiet">{{df_account_name}}, {{df_account_address}}<br /><a href="{{df_preferences_url}}">${text.preferences}</a> &nbsp;·&nbsp; <a href="{{df_unsubscribe_url}}">${text.unsubscribe}</a></mj-text>
      </mj-column>
    </mj-section>`,
  });
};

export const plainLetter: StarterEmailsByLanguage = {
  cs: { name: "Prostý dopis", subject: "Pár slov od nás", preheader: "Píšu vám osobně", mjml: renderMjml("cs") },
  sk: { name: "Jednoduchý list", subject: "Pár slov od nás", preheader: "Píšem vám osobne", mjml: renderMjml("sk") },
  en: {
    name: "Plain letter",
    subject: "A few words from us",
    preheader: "I am writing to you in person",
    mjml: renderMjml("en"),
  },
};

import type { StarterLanguage, StarterEmailsByLanguage } from "../catalogue.ts";
import { renderLayout } from "../layout.ts";

const palette = {
  back: "#eef2f1",
  paper: "#ffffff",
  ink: "#172622",
  muted: "#566863",
  accent: "#0b6b57",
  onAccent: "#ffffff",
};

type Words = { title: string; lead: string; button: string; link: string; ignore: string };

const words: Readonly<Record<StarterLanguage, Words>> = {
  cs: {
    title: "Ještě jedno kliknutí",
    lead: "Požádali jste o odběr novinek od {{df_account_name}} na adresu {{df_emailaddress}}. Potvrďte prosím, že jste to byli vy.",
    button: "Ano, chci odebírat",
    link: "Tlačítko nefunguje? Otevřete tento odkaz:",
    ignore: "Pokud jste o nic nežádali, nemusíte dělat nic. Bez potvrzení vám nic posílat nebudeme.",
  },
  sk: {
    title: "Ešte jedno kliknutie",
    lead: "Požiadali ste o odber noviniek od {{df_account_name}} na adresu {{df_emailaddress}}. Potvrďte prosím, že ste to boli vy.",
    button: "Áno, chcem odoberať",
    link: "Tlačidlo nefunguje? Otvorte tento odkaz:",
    ignore: "Ak ste o nič nežiadali, nemusíte robiť nič. Bez potvrdenia vám nič posielať nebudeme.",
  },
  en: {
    title: "One more click",
    lead: "You asked for news from {{df_account_name}} to be sent to {{df_emailaddress}}. Please confirm that it was you.",
    button: "Yes, subscribe me",
    link: "The button does not work? Open this link:",
    ignore: "If you did not ask for anything, there is nothing to do. Without your confirmation we send nothing.",
  },
};

const renderMjml = (language: StarterLanguage): string => {
  const text = words[language];
  return renderLayout({
    language,
    palette,
    headings: "sans",
    body: `    <mj-section background-color="transparent" padding="32px 40px 20px" css-class="side">
      <mj-column>
        <mj-text align="center" font-size="18px" font-weight="700" padding="0">{{df_shop_name}}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section border-radius="16px" padding="52px 48px 44px" css-class="side">
      <mj-column>
        <mj-text mj-class="title" css-class="title" align="center" padding="0 0 16px">${text.title}</mj-text>
        <mj-text align="center" font-size="17px" padding="0 0 28px">${text.lead}</mj-text>
        <mj-button href="{{df_confirmation_url}}" align="center" font-size="18px" inner-padding="18px 40px" padding="0 0 32px">${text.button}</mj-button>
        <mj-divider />
        <mj-text mj-class="small" align="center" padding="24px 0 0">${text.link}<br /><a href="{{df_confirmation_url}}">{{df_confirmation_url}}</a></mj-text>
      </mj-column>
    </mj-section>
    <mj-section background-color="transparent" padding="24px 40px 40px" css-class="side">
      <mj-column>
        <mj-text mj-class="small" align="center" padding="0 0 8px">${text.ignore}</mj-text>
        <mj-text mj-class="small" align="center" padding="0">{{df_account_name}}<br />{{df_account_address}}</mj-text>
      </mj-column>
    </mj-section>`,
  });
};

export const doubleOptIn: StarterEmailsByLanguage = {
  cs: {
    name: "Potvrzení odběru",
    subject: "Potvrďte prosím odběr novinek",
    preheader: "Zbývá jedno kliknutí",
    mjml: renderMjml("cs"),
  },
  sk: {
    name: "Potvrdenie odberu",
    subject: "Potvrďte prosím odber noviniek",
    preheader: "Zostáva jedno kliknutie",
    mjml: renderMjml("sk"),
  },
  en: {
    name: "Double opt-in",
    subject: "Please confirm your subscription",
    preheader: "One click is left",
    mjml: renderMjml("en"),
  },
};

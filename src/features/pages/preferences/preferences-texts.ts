import type { PageLanguage } from "../../../kernel/page-language.ts";

export type PreferenceTexts = {
  title: string;
  leaveTitle: string;
  leaveLead: (address: string) => string;
  choiceTitle: string;
  lead: (sender: string, address: string) => string;
  lists: string;
  left: string;
  waiting: string;
  save: string;
  allTitle: string;
  allLead: (sender: string) => string;
  reasonTitle: string;
  reasons: readonly string[];
  otherReason: string;
  all: string;
  saved: string;
  unreadable: string;
  thanksTitle: string;
  thanksLead: (sender: string, address: string) => string;
  suppressedTitle: string;
  suppressedLead: (sender: string, address: string) => string;
};

export const preferenceTexts: Readonly<Record<PageLanguage, PreferenceTexts>> = {
  cs: {
    title: "Nastavení odběru",
    leaveTitle: "Odhlášení z odběru",
    leaveLead: (address) => `Odhlašujete adresu ${address}.`,
    choiceTitle: "Nebo si vyberte, co vám má chodit",
    lead: (sender, address) => `Vyberte si, které e-maily vám má ${sender} posílat na adresu ${address}.`,
    lists: "Co chcete dostávat",
    left: "odhlášeno",
    waiting: "čeká na potvrzení",
    save: "Uložit nastavení",
    allTitle: "Odhlásit se ze všeho",
    allLead: (sender) => `Od odesílatele ${sender} vám pak nepřijde už žádný obchodní e-mail.`,
    reasonTitle: "Proč se odhlašujete? (nepovinné)",
    reasons: [
      "E-mailů chodí příliš mnoho",
      "Obsah mě nezajímá",
      "K odběru jsem se nepřihlásil(a)",
      "Už u vás nenakupuji",
    ],
    otherReason: "Jiný důvod",
    all: "Odhlásit se ze všeho",
    saved: "Nastavení je uložené.",
    unreadable: "Nerozuměli jsme, co chcete změnit. Zkuste to prosím znovu.",
    thanksTitle: "Jste odhlášeni",
    thanksLead: (sender, address) => `${sender} vám na adresu ${address} už nebude posílat obchodní e-maily.`,
    suppressedTitle: "Nic vám neposíláme",
    suppressedLead: (sender, address) =>
      `Adresa ${address} je u odesílatele ${sender} odhlášená. Pokud si to rozmyslíte, přihlaste se znovu na jeho webu.`,
  },
  sk: {
    title: "Nastavenie odberu",
    leaveTitle: "Odhlásenie z odberu",
    leaveLead: (address) => `Odhlasujete adresu ${address}.`,
    choiceTitle: "Alebo si vyberte, čo vám má chodiť",
    lead: (sender, address) => `Vyberte si, ktoré e-maily vám má ${sender} posielať na adresu ${address}.`,
    lists: "Čo chcete dostávať",
    left: "odhlásené",
    waiting: "čaká na potvrdenie",
    save: "Uložiť nastavenie",
    allTitle: "Odhlásiť sa zo všetkého",
    allLead: (sender) => `Od odosielateľa ${sender} vám potom nepríde už žiadny obchodný e-mail.`,
    reasonTitle: "Prečo sa odhlasujete? (nepovinné)",
    reasons: [
      "E-mailov chodí príliš veľa",
      "Obsah ma nezaujíma",
      "Na odber som sa neprihlásil(a)",
      "Už u vás nenakupujem",
    ],
    otherReason: "Iný dôvod",
    all: "Odhlásiť sa zo všetkého",
    saved: "Nastavenie je uložené.",
    unreadable: "Nerozumeli sme, čo chcete zmeniť. Skúste to prosím znova.",
    thanksTitle: "Ste odhlásení",
    thanksLead: (sender, address) => `${sender} vám na adresu ${address} už nebude posielať obchodné e-maily.`,
    suppressedTitle: "Nič vám neposielame",
    suppressedLead: (sender, address) =>
      `Adresa ${address} je u odosielateľa ${sender} odhlásená. Ak si to rozmyslíte, prihláste sa znova na jeho webe.`,
  },
  en: {
    title: "Your subscriptions",
    leaveTitle: "Unsubscribe",
    leaveLead: (address) => `You are unsubscribing ${address}.`,
    choiceTitle: "Or choose what you want to get",
    lead: (sender, address) => `Choose which e-mails ${sender} may send to ${address}.`,
    lists: "What you want to receive",
    left: "unsubscribed",
    waiting: "waiting for confirmation",
    save: "Save my choice",
    allTitle: "Unsubscribe from everything",
    allLead: (sender) => `You will get no more marketing e-mails from ${sender}.`,
    reasonTitle: "Why are you leaving? (optional)",
    reasons: [
      "I get too many e-mails",
      "The content does not interest me",
      "I never signed up",
      "I no longer shop with you",
    ],
    otherReason: "Another reason",
    all: "Unsubscribe from everything",
    saved: "Your choice is saved.",
    unreadable: "We did not understand what to change. Please try again.",
    thanksTitle: "You are unsubscribed",
    thanksLead: (sender, address) => `${sender} will send no more marketing e-mails to ${address}.`,
    suppressedTitle: "We are not sending you anything",
    suppressedLead: (sender, address) =>
      `${address} is unsubscribed from ${sender}. If you change your mind, sign up again on their website.`,
  },
};

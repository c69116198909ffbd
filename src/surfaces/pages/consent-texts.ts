import type { ConsentRejection } from "../../features/oauth/consent.ts";
import type { PageLanguage } from "../../kernel/page-language.ts";

export type ConsentProblem = "credentials" | "code" | "tooManyAttempts" | "company";

export type ConsentTexts = {
  title: (client: string) => string;
  signInTitle: string;
  signInLead: (client: string) => string;
  email: string;
  password: string;
  code: string;
  codeHint: string;
  signIn: string;
  signedInAs: string;
  target: string;
  localTarget: string;
  localWarning: string;
  company: string;
  refusals: Readonly<Record<ConsentRejection, string>>;
  noCompany: string;
  scope: string;
  read: string;
  readHint: string;
  full: string;
  fullHint: string;
  allow: string;
  deny: string;
  note: string;
  refusedTitle: string;
  refusedLead: string;
  problems: Readonly<Record<ConsentProblem, string>>;
};

export const consentTexts: Readonly<Record<PageLanguage, ConsentTexts>> = {
  cs: {
    title: (client) => `Připojit aplikaci ${client}?`,
    signInTitle: "Přihlášení",
    signInLead: (client) => `Aplikace ${client} chce pracovat s vaším účtem. Nejdřív se přihlaste.`,
    email: "E-mail",
    password: "Heslo",
    code: "Kód dvoufázového přihlášení",
    codeHint: "Jen pokud ho máte zapnuté.",
    signIn: "Přihlásit se",
    signedInAs: "Přihlášený účet:",
    target: "Po povolení se vrátíte na adresu",
    localTarget: "Přístup dostane program na tomto počítači:",
    localWarning: "Povolte ho, jen pokud jste ho právě sami spustili.",
    company: "Firma",
    refusals: {
      two_factor: "Vyžaduje dvoufázové přihlášení, které nemáte zapnuté.",
      name: "Aplikace se jmenuje stejně jako tato firma. K ní ji proto připojit nejde.",
      product_name: "Aplikace se vydává za Postrider. Připojit ji nejde.",
    },
    noCompany: "Nejste členem žádné firmy, proto nemůžete nic povolit.",
    scope: "Přístup",
    read: "Jen čtení",
    readHint: "Vidí kontakty, kampaně a statistiky. Nic nezmění a nic neodešle.",
    full: "Čtení a zápis",
    fullHint: "Může také měnit data a rozesílat e-maily, nejvýš v rozsahu vaší role.",
    allow: "Povolit",
    deny: "Zamítnout",
    note: "Aplikaci můžete kdykoli odpojit v nastavení mezi připojenými aplikacemi.",
    refusedTitle: "Aplikaci nelze připojit",
    refusedLead:
      "Požadavek aplikace je neplatný: není registrovaná, nebo uvádí jinou adresu pro návrat. Nic jsme nepovolili.",
    problems: {
      credentials: "E-mail nebo heslo nesouhlasí.",
      code: "Zadejte platný kód dvoufázového přihlášení.",
      tooManyAttempts: "Příliš mnoho pokusů. Zkuste to znovu později.",
      company: "Vyberte firmu.",
    },
  },
  sk: {
    title: (client) => `Pripojiť aplikáciu ${client}?`,
    signInTitle: "Prihlásenie",
    signInLead: (client) => `Aplikácia ${client} chce pracovať s vaším účtom. Najprv sa prihláste.`,
    email: "E-mail",
    password: "Heslo",
    code: "Kód dvojfázového prihlásenia",
    codeHint: "Len ak ho máte zapnuté.",
    signIn: "Prihlásiť sa",
    signedInAs: "Prihlásený účet:",
    target: "Po povolení sa vrátite na adresu",
    localTarget: "Prístup dostane program na tomto počítači:",
    localWarning: "Povoľte ho, len ak ste ho práve sami spustili.",
    company: "Firma",
    refusals: {
      two_factor: "Vyžaduje dvojfázové prihlásenie, ktoré nemáte zapnuté.",
      name: "Aplikácia sa volá rovnako ako táto firma. K nej ju preto pripojiť nemožno.",
      product_name: "Aplikácia sa vydáva za Postrider. Pripojiť ju nemožno.",
    },
    noCompany: "Nie ste členom žiadnej firmy, preto nemôžete nič povoliť.",
    scope: "Prístup",
    read: "Len čítanie",
    readHint: "Vidí kontakty, kampane a štatistiky. Nič nezmení a nič neodošle.",
    full: "Čítanie a zápis",
    fullHint: "Môže tiež meniť dáta a rozosielať e-maily, najviac v rozsahu vašej role.",
    allow: "Povoliť",
    deny: "Zamietnuť",
    note: "Aplikáciu môžete kedykoľvek odpojiť v nastaveniach medzi pripojenými aplikáciami.",
    refusedTitle: "Aplikáciu nemožno pripojiť",
    refusedLead:
      "Požiadavka aplikácie je neplatná: nie je registrovaná alebo uvádza inú adresu na návrat. Nič sme nepovolili.",
    problems: {
      credentials: "E-mail alebo heslo nesúhlasí.",
      code: "Zadajte platný kód dvojfázového prihlásenia.",
      tooManyAttempts: "Príliš veľa pokusov. Skúste to znova neskôr.",
      company: "Vyberte firmu.",
    },
  },
  en: {
    title: (client) => `Connect ${client}?`,
    signInTitle: "Sign in",
    signInLead: (client) => `${client} wants to work with your account. Please sign in first.`,
    email: "E-mail",
    password: "Password",
    code: "Two-step sign-in code",
    codeHint: "Only if you have switched it on.",
    signIn: "Sign in",
    signedInAs: "Signed in as",
    target: "If you allow it, you return to",
    localTarget: "A program on this computer gets access:",
    localWarning: "Allow it only if you have just started it yourself.",
    company: "Company",
    refusals: {
      two_factor: "Requires two-step sign-in, which you have not switched on.",
      name: "The application is called like this company, so it cannot be connected to it.",
      product_name: "The application pretends to be Postrider, so it cannot be connected.",
    },
    noCompany: "You are not a member of any company, so there is nothing to allow.",
    scope: "Access",
    read: "Read only",
    readHint: "Sees contacts, campaigns and statistics. It changes nothing and sends nothing.",
    full: "Read and write",
    fullHint: "Can also change data and send e-mails, as far as your role allows.",
    allow: "Allow",
    deny: "Deny",
    note: "You can disconnect the application at any time in the settings, under connected apps.",
    refusedTitle: "The application cannot be connected",
    refusedLead:
      "Its request is invalid: it is not registered, or it names another address to return to. Nothing was allowed.",
    problems: {
      credentials: "The e-mail or the password is wrong.",
      code: "Enter a valid two-step sign-in code.",
      tooManyAttempts: "Too many attempts. Please try again later.",
      company: "Choose a company.",
    },
  },
};

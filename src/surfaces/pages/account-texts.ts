import type { PageLanguage } from "../../kernel/page-language.ts";

export type FormProblem = "weakPassword" | "wrongPassword" | "tooManyAttempts" | "alreadyMember" | "unreadable";

export type AccountTexts = {
  invitationTitle: (company: string) => string;
  invitationLead: (company: string) => string;
  hasAccountLead: string;
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  newPassword: string;
  passwordHint: (length: number) => string;
  accept: string;
  acceptedTitle: string;
  acceptedLead: (company: string) => string;
  resetTitle: string;
  resetLead: string;
  reset: string;
  resetDoneTitle: string;
  resetDoneLead: string;
  toSignIn: string;
  senderTitle: string;
  senderLead: (address: string, company: string) => string;
  senderConfirm: string;
  senderDoneTitle: string;
  senderDoneLead: (address: string, company: string) => string;
  goneTitle: string;
  goneLead: string;
  failedTitle: string;
  failedLead: string;
  problems: Readonly<Record<FormProblem, string>>;
};

export const accountTexts: Readonly<Record<PageLanguage, AccountTexts>> = {
  cs: {
    invitationTitle: (company) => `Pozvánka do účtu ${company}`,
    invitationLead: (company) => `Vyplňte své jméno a zvolte si heslo. Pak budete moci pracovat v účtu ${company}.`,
    hasAccountLead: "Účet v Postrideru už máte. Potvrďte pozvánku svým heslem.",
    email: "E-mail",
    firstName: "Jméno",
    lastName: "Příjmení",
    password: "Heslo",
    newPassword: "Nové heslo",
    passwordHint: (length) => `Alespoň ${length} znaků.`,
    accept: "Přijmout pozvánku",
    acceptedTitle: "Hotovo",
    acceptedLead: (company) => `Jste členem účtu ${company}. Teď se můžete přihlásit.`,
    resetTitle: "Nové heslo",
    resetLead:
      "Zvolte si nové heslo. Všechna vaše dosavadní přihlášení tím skončí, připojené aplikace se odpojí a vaše API klíče přestanou platit.",
    reset: "Nastavit heslo",
    resetDoneTitle: "Heslo je změněné",
    resetDoneLead: "Přihlaste se novým heslem.",
    toSignIn: "Přejít k přihlášení",
    senderTitle: "Potvrzení odesílatele",
    senderLead: (address, company) =>
      `Účet ${company} chce rozesílat e-maily z adresy ${address}. Potvrďte, že je adresa vaše a že s tím souhlasíte.`,
    senderConfirm: "Potvrdit adresu",
    senderDoneTitle: "Adresa je potvrzená",
    senderDoneLead: (address, company) =>
      `Účet ${company} teď může rozesílat e-maily z adresy ${address}. Stránku můžete zavřít.`,
    goneTitle: "Odkaz už neplatí",
    goneLead: "Odkaz byl použit, zrušen nebo mu vypršela platnost. Požádejte o nový.",
    failedTitle: "Něco se nepovedlo",
    failedLead: "Zkuste to prosím za chvíli znovu.",
    problems: {
      weakPassword: "Heslo je příliš krátké nebo snadno uhodnutelné.",
      wrongPassword: "Heslo nesouhlasí s heslem vašeho účtu.",
      tooManyAttempts: "Příliš mnoho pokusů. Zkuste to znovu později.",
      alreadyMember: "Tato adresa už členem účtu je.",
      unreadable: "Zkontrolujte prosím vyplněné údaje.",
    },
  },
  sk: {
    invitationTitle: (company) => `Pozvánka do účtu ${company}`,
    invitationLead: (company) => `Vyplňte svoje meno a zvoľte si heslo. Potom budete môcť pracovať v účte ${company}.`,
    hasAccountLead: "Účet v Postrideri už máte. Potvrďte pozvánku svojím heslom.",
    email: "E-mail",
    firstName: "Meno",
    lastName: "Priezvisko",
    password: "Heslo",
    newPassword: "Nové heslo",
    passwordHint: (length) => `Aspoň ${length} znakov.`,
    accept: "Prijať pozvánku",
    acceptedTitle: "Hotovo",
    acceptedLead: (company) => `Ste členom účtu ${company}. Teraz sa môžete prihlásiť.`,
    resetTitle: "Nové heslo",
    resetLead:
      "Zvoľte si nové heslo. Všetky vaše doterajšie prihlásenia sa tým skončia, pripojené aplikácie sa odpoja a vaše API kľúče prestanú platiť.",
    reset: "Nastaviť heslo",
    resetDoneTitle: "Heslo je zmenené",
    resetDoneLead: "Prihláste sa novým heslom.",
    toSignIn: "Prejsť na prihlásenie",
    senderTitle: "Potvrdenie odosielateľa",
    senderLead: (address, company) =>
      `Účet ${company} chce rozosielať e-maily z adresy ${address}. Potvrďte, že je adresa vaša a že s tým súhlasíte.`,
    senderConfirm: "Potvrdiť adresu",
    senderDoneTitle: "Adresa je potvrdená",
    senderDoneLead: (address, company) =>
      `Účet ${company} teraz môže rozosielať e-maily z adresy ${address}. Stránku môžete zavrieť.`,
    goneTitle: "Odkaz už neplatí",
    goneLead: "Odkaz bol použitý, zrušený alebo mu vypršala platnosť. Požiadajte o nový.",
    failedTitle: "Niečo sa nepodarilo",
    failedLead: "Skúste to prosím o chvíľu znova.",
    problems: {
      weakPassword: "Heslo je príliš krátke alebo ľahko uhádnuteľné.",
      wrongPassword: "Heslo nesúhlasí s heslom vášho účtu.",
      tooManyAttempts: "Príliš veľa pokusov. Skúste to znova neskôr.",
      alreadyMember: "Táto adresa už členom účtu je.",
      unreadable: "Skontrolujte prosím vyplnené údaje.",
    },
  },
  en: {
    invitationTitle: (company) => `Invitation to the ${company} account`,
    invitationLead: (company) => `Fill in your name and choose a password to work in the ${company} account.`,
    hasAccountLead: "You already have a Postrider account. Confirm the invitation with your password.",
    email: "E-mail",
    firstName: "First name",
    lastName: "Last name",
    password: "Password",
    newPassword: "New password",
    passwordHint: (length) => `At least ${length} characters.`,
    accept: "Accept the invitation",
    acceptedTitle: "Done",
    acceptedLead: (company) => `You are a member of the ${company} account. You can sign in now.`,
    resetTitle: "A new password",
    resetLead:
      "Choose a new password. You will be signed out everywhere, connected apps are disconnected and your API keys revoked.",
    reset: "Set the password",
    resetDoneTitle: "Your password is changed",
    resetDoneLead: "Sign in with the new password.",
    toSignIn: "Go to sign-in",
    senderTitle: "Confirm a sender",
    senderLead: (address, company) =>
      `The ${company} account wants to send e-mails from ${address}. Confirm that the address is yours and that you agree.`,
    senderConfirm: "Confirm the address",
    senderDoneTitle: "The address is confirmed",
    senderDoneLead: (address, company) =>
      `The ${company} account can send e-mails from ${address} now. You can close this page.`,
    goneTitle: "This link no longer works",
    goneLead: "It was used, revoked or has expired. Please ask for a new one.",
    failedTitle: "Something went wrong",
    failedLead: "Please try again in a moment.",
    problems: {
      weakPassword: "The password is too short or too easy to guess.",
      wrongPassword: "This is not the password of your account.",
      tooManyAttempts: "Too many attempts. Please try again later.",
      alreadyMember: "This address is a member of the account already.",
      unreadable: "Please check what you filled in.",
    },
  },
};

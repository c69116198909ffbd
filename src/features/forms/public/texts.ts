import type { PageLanguage } from "../../../kernel/page-language.ts";

/** What can be wrong with a field. */
export type FieldProblem =
  | "required"
  | "email"
  | "invalid"
  | "too_long"
  | "choice"
  | "date"
  | "phone"
  | "link"
  | "captcha";

export type FormTexts = {
  submit: string;
  required: string;
  choose: string;
  trap: string;
  captcha: string;
  problem: string;
  changed: string;
  tooMany: string;
  failed: string;
  close: string;
  problems: Readonly<Record<FieldProblem, string>>;
  thanksTitle: string;
  thanksLead: string;
  closedTitle: string;
  closedLead: string;
  confirmTitle: string;
  confirmLead: (sender: string) => string;
  confirm: string;
  confirmedTitle: string;
  confirmedLead: string;
  expiredTitle: string;
  expiredLead: string;
  expiredLink: string;
};

export const formTexts: Readonly<Record<PageLanguage, FormTexts>> = {
  cs: {
    submit: "Odeslat",
    required: "povinné",
    choose: "Vyberte",
    trap: "Toto pole nevyplňujte",
    captcha: "Kolik je",
    problem: "Formulář se neodeslal. Opravte prosím označená pole.",
    changed: "Formulář se mezitím změnil. Zkontrolujte jej prosím a odešlete znovu.",
    tooMany: "Příliš mnoho přihlášení za krátkou dobu. Zkuste to prosím později.",
    failed: "Formulář se nepodařilo odeslat. Zkuste to prosím znovu.",
    close: "Zavřít",
    problems: {
      required: "Vyplňte prosím toto pole.",
      email: "Zadejte prosím platnou e-mailovou adresu.",
      invalid: "Tuto hodnotu nelze použít.",
      too_long: "Text je příliš dlouhý.",
      choice: "Vyberte prosím jednu z možností.",
      date: "Zadejte prosím platné datum.",
      phone: "Zadejte prosím platné telefonní číslo.",
      link: "Jméno nesmí obsahovat webovou adresu.",
      captcha: "Součet není správně. Zkuste prosím nový.",
    },
    thanksTitle: "Ještě jeden krok",
    thanksLead: "Poslali jsme vám e-mail. Přihlášení dokončíte odkazem v něm.",
    closedTitle: "Formulář je uzavřen",
    closedLead: "Tento formulář už přihlášení nepřijímá.",
    confirmTitle: "Potvrďte přihlášení",
    confirmLead: (sender) => `Stisknutím tlačítka potvrdíte odběr e-mailů: ${sender}.`,
    confirm: "Potvrdit odběr",
    confirmedTitle: "Hotovo",
    confirmedLead: "Vaše přihlášení je potvrzené. Děkujeme.",
    expiredTitle: "Odkaz už neplatí",
    expiredLead: "Platnost odkazu vypršela. Přihlaste se prosím znovu.",
    expiredLink: "Přejít na formulář",
  },
  sk: {
    submit: "Odoslať",
    required: "povinné",
    choose: "Vyberte",
    trap: "Toto pole nevypĺňajte",
    captcha: "Koľko je",
    problem: "Formulár sa neodoslal. Opravte prosím označené polia.",
    changed: "Formulár sa medzitým zmenil. Skontrolujte ho prosím a odošlite znova.",
    tooMany: "Priveľa prihlásení za krátky čas. Skúste to prosím neskôr.",
    failed: "Formulár sa nepodarilo odoslať. Skúste to prosím znova.",
    close: "Zavrieť",
    problems: {
      required: "Vyplňte prosím toto pole.",
      email: "Zadajte prosím platnú e-mailovú adresu.",
      invalid: "Túto hodnotu nemožno použiť.",
      too_long: "Text je príliš dlhý.",
      choice: "Vyberte prosím jednu z možností.",
      date: "Zadajte prosím platný dátum.",
      phone: "Zadajte prosím platné telefónne číslo.",
      link: "Meno nesmie obsahovať webovú adresu.",
      captcha: "Súčet nie je správny. Skúste prosím nový.",
    },
    thanksTitle: "Ešte jeden krok",
    thanksLead: "Poslali sme vám e-mail. Prihlásenie dokončíte odkazom v ňom.",
    closedTitle: "Formulár je uzavretý",
    closedLead: "Tento formulár už prihlásenia neprijíma.",
    confirmTitle: "Potvrďte prihlásenie",
    confirmLead: (sender) => `Stlačením tlačidla potvrdíte odber e-mailov: ${sender}.`,
    confirm: "Potvrdiť odber",
    confirmedTitle: "Hotovo",
    confirmedLead: "Vaše prihlásenie je potvrdené. Ďakujeme.",
    expiredTitle: "Odkaz už neplatí",
    expiredLead: "Platnosť odkazu vypršala. Prihláste sa prosím znova.",
    expiredLink: "Prejsť na formulár",
  },
  en: {
    submit: "Submit",
    required: "required",
    choose: "Choose",
    trap: "Leave this field empty",
    captcha: "How much is",
    problem: "The form was not sent. Please correct the marked fields.",
    changed: "The form has changed in the meantime. Please check it and send it again.",
    tooMany: "Too many sign-ups in a short time. Please try again later.",
    failed: "The form could not be sent. Please try again.",
    close: "Close",
    problems: {
      required: "Please fill in this field.",
      email: "Please enter a valid e-mail address.",
      invalid: "This value cannot be used.",
      too_long: "The text is too long.",
      choice: "Please choose one of the options.",
      date: "Please enter a valid date.",
      phone: "Please enter a valid phone number.",
      link: "A name must not contain a web address.",
      captcha: "The sum is not right. Please try a new one.",
    },
    thanksTitle: "One more step",
    thanksLead: "We have sent you an e-mail. The link in it completes your sign-up.",
    closedTitle: "This form is closed",
    closedLead: "This form does not accept sign-ups any more.",
    confirmTitle: "Confirm your sign-up",
    confirmLead: (sender) => `The button confirms that you want e-mails from ${sender}.`,
    confirm: "Confirm",
    confirmedTitle: "Done",
    confirmedLead: "Your sign-up is confirmed. Thank you.",
    expiredTitle: "This link is not valid any more",
    expiredLead: "The link has expired. Please sign up again.",
    expiredLink: "Go to the form",
  },
};

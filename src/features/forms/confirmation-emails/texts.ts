import type { LinkMailWording } from "../../../mail/service-mail-template.ts";
import type { FormLanguage } from "../public/form-language.ts";
import type { ConfirmationEmailKind } from "./queries.ts";

type Wording = LinkMailWording<{ sender: string }>;

/** Our own confirmation e-mail repeats nothing that the visitor typed: a stranger may have typed it. */
export const confirmationEmailTexts: Readonly<Record<ConfirmationEmailKind, Readonly<Record<FormLanguage, Wording>>>> =
  {
    confirmation: {
      cs: {
        subject: ({ sender }) => `Potvrďte odběr: ${sender}`,
        lead: ({ sender }) =>
          `někdo – nejspíš vy – přihlásil tuto adresu k odběru e-mailů: ${sender}. Odběr začne, až jej potvrdíte.`,
        button: "Potvrdit odběr",
        validUntil: (time) => `Odkaz platí do ${time}.`,
        ignore: "Pokud jste se nepřihlásili, e-mail ignorujte; nic dalšího vám nepošleme.",
      },
      sk: {
        subject: ({ sender }) => `Potvrďte odber: ${sender}`,
        lead: ({ sender }) =>
          `niekto – pravdepodobne vy – prihlásil túto adresu na odber e-mailov: ${sender}. Odber sa začne, až ho potvrdíte.`,
        button: "Potvrdiť odber",
        validUntil: (time) => `Odkaz platí do ${time}.`,
        ignore: "Ak ste sa neprihlásili, e-mail ignorujte; nič ďalšie vám nepošleme.",
      },
      en: {
        subject: ({ sender }) => `Confirm your subscription: ${sender}`,
        lead: ({ sender }) =>
          `Somebody, probably you, signed this address up for e-mails from ${sender}. They start when you confirm.`,
        button: "Confirm",
        validUntil: (time) => `The link is valid until ${time}.`,
        ignore: "If you did not sign up, ignore this e-mail; we will not send you anything else.",
      },
      de: {
        subject: ({ sender }) => `Bestätigen Sie Ihre Anmeldung: ${sender}`,
        lead: ({ sender }) =>
          `Jemand – vermutlich Sie – hat diese Adresse für E-Mails von ${sender} angemeldet. Sie erhalten sie erst, wenn Sie die Anmeldung bestätigen.`,
        button: "Anmeldung bestätigen",
        validUntil: (time) => `Der Link ist gültig bis ${time}.`,
        ignore: "Falls Sie sich nicht angemeldet haben, ignorieren Sie diese E-Mail; wir schicken Ihnen nichts weiter.",
      },
      pl: {
        subject: ({ sender }) => `Potwierdzenie zapisu: ${sender}`,
        lead: ({ sender }) =>
          `Ktoś – prawdopodobnie Państwo – zapisał ten adres na e-maile od nadawcy: ${sender}. Zaczniemy je wysyłać dopiero po potwierdzeniu.`,
        button: "Potwierdzam zapis",
        validUntil: (time) => `Link jest ważny do: ${time}.`,
        ignore: "Jeśli to nie Państwo się zapisali, prosimy zignorować tę wiadomość; nic więcej nie wyślemy.",
      },
      hu: {
        subject: ({ sender }) => `Erősítse meg a feliratkozást: ${sender}`,
        lead: ({ sender }) =>
          `Valaki – valószínűleg Ön – feliratkozott ezzel a címmel a következő feladó e-mailjeire: ${sender}. Csak a megerősítés után kezdjük el küldeni őket.`,
        button: "Feliratkozás megerősítése",
        validUntil: (time) => `A link eddig érvényes: ${time}.`,
        ignore: "Ha nem Ön iratkozott fel, hagyja figyelmen kívül ezt az e-mailt; mást nem küldünk Önnek.",
      },
      ro: {
        subject: ({ sender }) => `Confirmați înscrierea: ${sender}`,
        lead: ({ sender }) =>
          `Cineva – probabil dumneavoastră – a înscris această adresă pentru e-mailuri de la ${sender}. Le veți primi numai după ce confirmați.`,
        button: "Confirm înscrierea",
        validUntil: (time) => `Linkul este valabil până la ${time}.`,
        ignore: "Dacă nu v-ați înscris, ignorați acest e-mail; nu vă vom trimite nimic altceva.",
      },
    },
    reminder: {
      cs: {
        subject: ({ sender }) => `Připomínka: potvrďte odběr: ${sender}`,
        lead: ({ sender }) => `přihlášení k odběru e-mailů (${sender}) ještě čeká na potvrzení.`,
        button: "Potvrdit odběr",
        validUntil: (time) => `Odkaz platí do ${time}.`,
        ignore: "Pokud jste se nepřihlásili, e-mail ignorujte; nic dalšího vám nepošleme.",
      },
      sk: {
        subject: ({ sender }) => `Pripomienka: potvrďte odber: ${sender}`,
        lead: ({ sender }) => `prihlásenie na odber e-mailov (${sender}) ešte čaká na potvrdenie.`,
        button: "Potvrdiť odber",
        validUntil: (time) => `Odkaz platí do ${time}.`,
        ignore: "Ak ste sa neprihlásili, e-mail ignorujte; nič ďalšie vám nepošleme.",
      },
      en: {
        subject: ({ sender }) => `Reminder: confirm your subscription: ${sender}`,
        lead: ({ sender }) => `Your sign-up for e-mails from ${sender} still waits for your confirmation.`,
        button: "Confirm",
        validUntil: (time) => `The link is valid until ${time}.`,
        ignore: "If you did not sign up, ignore this e-mail; we will not send you anything else.",
      },
      de: {
        subject: ({ sender }) => `Erinnerung: Bestätigen Sie Ihre Anmeldung: ${sender}`,
        lead: ({ sender }) => `Ihre Anmeldung für E-Mails von ${sender} wartet noch auf Ihre Bestätigung.`,
        button: "Anmeldung bestätigen",
        validUntil: (time) => `Der Link ist gültig bis ${time}.`,
        ignore: "Falls Sie sich nicht angemeldet haben, ignorieren Sie diese E-Mail; wir schicken Ihnen nichts weiter.",
      },
      pl: {
        subject: ({ sender }) => `Przypomnienie: potwierdzenie zapisu: ${sender}`,
        lead: ({ sender }) => `Zapis na e-maile od nadawcy: ${sender} wciąż czeka na potwierdzenie.`,
        button: "Potwierdzam zapis",
        validUntil: (time) => `Link jest ważny do: ${time}.`,
        ignore: "Jeśli to nie Państwo się zapisali, prosimy zignorować tę wiadomość; nic więcej nie wyślemy.",
      },
      hu: {
        subject: ({ sender }) => `Emlékeztető: erősítse meg a feliratkozást: ${sender}`,
        lead: ({ sender }) => `Feliratkozása a következő feladó e-mailjeire még megerősítésre vár: ${sender}.`,
        button: "Feliratkozás megerősítése",
        validUntil: (time) => `A link eddig érvényes: ${time}.`,
        ignore: "Ha nem Ön iratkozott fel, hagyja figyelmen kívül ezt az e-mailt; mást nem küldünk Önnek.",
      },
      ro: {
        subject: ({ sender }) => `Memento: confirmați înscrierea: ${sender}`,
        lead: ({ sender }) =>
          `Înscrierea dumneavoastră pentru e-mailuri de la ${sender} așteaptă încă să fie confirmată.`,
        button: "Confirm înscrierea",
        validUntil: (time) => `Linkul este valabil până la ${time}.`,
        ignore: "Dacă nu v-ați înscris, ignorați acest e-mail; nu vă vom trimite nimic altceva.",
      },
    },
  };

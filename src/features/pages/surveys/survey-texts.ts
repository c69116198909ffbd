import type { PageLanguage } from "../../../kernel/page-language.ts";
import type { AnswerProblem } from "./answers.ts";

export type SurveyTexts = {
  required: string;
  worst: string;
  best: string;
  unlikely: string;
  likely: string;
  submit: string;
  honeypot: string;
  problem: string;
  tooMany: string;
  problems: Readonly<Record<AnswerProblem, string>>;
  thanksTitle: string;
  thanksLead: string;
  closedTitle: string;
  closedLead: string;
};

export const surveyTexts: Readonly<Record<PageLanguage, SurveyTexts>> = {
  cs: {
    required: "povinné",
    worst: "nejhorší",
    best: "nejlepší",
    unlikely: "vůbec ne",
    likely: "určitě ano",
    submit: "Odeslat odpovědi",
    honeypot: "Toto pole nechte prázdné",
    problem: "Odpovědi ještě nejsou odeslané. Doplňte prosím označené otázky.",
    tooMany: "Z vaší sítě přišlo příliš mnoho odpovědí. Zkuste to prosím za čtvrt hodiny.",
    problems: {
      required: "Na tuto otázku prosím odpovězte.",
      unknown: "Vyberte prosím jednu z nabízených odpovědí.",
      long: "Odpověď je příliš dlouhá.",
    },
    thanksTitle: "Děkujeme",
    thanksLead: "Vaše odpovědi jsme uložili.",
    closedTitle: "Průzkum je uzavřený",
    closedLead: "Odpovědi už nepřijímáme. Děkujeme za váš zájem.",
  },
  sk: {
    required: "povinné",
    worst: "najhoršie",
    best: "najlepšie",
    unlikely: "vôbec nie",
    likely: "určite áno",
    submit: "Odoslať odpovede",
    honeypot: "Toto pole nechajte prázdne",
    problem: "Odpovede ešte nie sú odoslané. Doplňte prosím označené otázky.",
    tooMany: "Z vašej siete prišlo príliš veľa odpovedí. Skúste to prosím o štvrťhodinu.",
    problems: {
      required: "Na túto otázku prosím odpovedzte.",
      unknown: "Vyberte prosím jednu z ponúkaných odpovedí.",
      long: "Odpoveď je príliš dlhá.",
    },
    thanksTitle: "Ďakujeme",
    thanksLead: "Vaše odpovede sme uložili.",
    closedTitle: "Prieskum je uzavretý",
    closedLead: "Odpovede už neprijímame. Ďakujeme za váš záujem.",
  },
  en: {
    required: "required",
    worst: "worst",
    best: "best",
    unlikely: "not at all",
    likely: "certainly",
    submit: "Send answers",
    honeypot: "Leave this field empty",
    problem: "Your answers are not sent yet. Please complete the questions marked below.",
    tooMany: "Too many answers came from your network. Please try again in a quarter of an hour.",
    problems: {
      required: "Please answer this question.",
      unknown: "Please choose one of the answers offered.",
      long: "The answer is too long.",
    },
    thanksTitle: "Thank you",
    thanksLead: "Your answers are saved.",
    closedTitle: "This survey is closed",
    closedLead: "It takes no more answers. Thank you for your interest.",
  },
};

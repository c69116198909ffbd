import type { PageBlocks } from "../../features/pages/landing-pages/page-blocks.ts";
import type { SurveyQuestion } from "../../features/pages/surveys/shapes.ts";
import { czechShop, company } from "./company.ts";

export const footerWords = {
  name: "Patička e-shopu",
  html: `<p style="margin:0;font-size:13px;color:#5a3d1b;text-align:center">{{df_account_name}}, {{df_account_address}}<br><a href="${czechShop.url}/kontakt" style="color:#5a3d1b">Kontakt</a> · <a href="{{df_preferences_url}}" style="color:#5a3d1b">Nastavit odběr</a> · <a href="{{df_unsubscribe_url}}" style="color:#5a3d1b">Odhlásit se</a></p>`,
} as const;

const landingBlocks: PageBlocks = {
  settings: {
    width: 640,
    backgroundColor: "#fbf5e6",
    contentColor: "#fbf5e6",
    textColor: "#3b2a14",
    linkColor: "#5a3d1b",
    buttonColor: "#e0a100",
    buttonTextColor: "#2b1d08",
    font: "georgia",
    fontSize: 18,
  },
  sections: [
    {
      kind: "section",
      padding: { top: 48, right: 0, bottom: 48, left: 0 },
      columns: [
        {
          blocks: [
            { kind: "text", html: "<h1>Den otevřených úlů</h1>", fontSize: 22, color: "#5a3d1b" },
            {
              kind: "text",
              html: `<p>Jednou do roka otevíráme úly všem, kdo chtějí vidět, jak vzniká med. Kombinézy půjčíme, děti mají vlastní.</p><ul><li>prohlídka úlů s Anežkou každou hodinu od 10 do 16</li><li>ochutnávka pěti letošních medů</li><li>dílna: svíčka ze včelího vosku</li></ul><p>${company.street}, ${company.postalCode} ${company.city}. Vstup je volný.</p>`,
            },
            { kind: "button", label: "Chci přijít", href: `${czechShop.url}/den-otevrenych-ulu`, align: "left" },
          ],
        },
      ],
    },
  ],
};

export const landingWords = {
  name: "Den otevřených úlů",
  slug: "den-otevrenych-ulu",
  title: "Den otevřených úlů na Včelím dvoře",
  description: "Přijďte se podívat do úlu, ochutnat letošní med a odnést si sazenici pro včely.",
  blocks: landingBlocks,
} as const;

export const preferenceWords = {
  cs: {
    name: "Odběr Včelího dvora",
    title: "Co vám máme posílat?",
    text: "<p>Vyberte si, o čem chcete vědět. Odhlásit se můžete kdykoli.</p>",
    reasons: ["Chodí to moc často", "Už nenakupuji med", "Obsah mě nezajímá"],
  },
  sk: {
    name: "Odber Včelieho dvora",
    title: "Čo vám máme posielať?",
    text: "<p>Vyberte si, o čom chcete vedieť. Odhlásiť sa môžete kedykoľvek.</p>",
    reasons: ["Chodí to príliš často", "Už nekupujem med", "Obsah ma nezaujíma"],
  },
} as const;

const choices: SurveyQuestion["options"] = [
  { key: "friend", label: "Od známých" },
  { key: "search", label: "Z vyhledávače" },
  { key: "market", label: "Na trhu" },
  { key: "social", label: "Ze sociálních sítí" },
];

const questions: readonly SurveyQuestion[] = [
  { key: "how", type: "single", label: "Jak jste se o nás dozvěděli?", required: true, options: choices },
  { key: "stars", type: "rating", label: "Jak jste spokojeni s dodáním?", required: false, options: [] },
  { key: "nps", type: "nps", label: "Doporučili byste nás známým?", required: false, options: [] },
  { key: "why", type: "text", label: "Co bychom mohli zlepšit?", required: false, options: [] },
];

export const surveyWords = {
  name: "Spokojenost s nákupem",
  key: "VceliDvurNakup01",
  title: "Jak jste u nás nakoupili?",
  text: "<p>Čtyři krátké otázky, zaberou vám minutu.</p>",
  submitLabel: "Odeslat",
  thanksTitle: "Děkujeme!",
  thanksText: "<p>Vaše odpovědi nám pomohou.</p>",
  questions,
  /** What some people wrote; the others left it empty. */
  wishes: [
    "Menší balení květového medu.",
    "Rychlejší dodání před svátky.",
    "Víc receptů!",
    "Nic, jsem spokojená.",
    "Možnost osobního odběru v Jihlavě.",
  ],
} as const;

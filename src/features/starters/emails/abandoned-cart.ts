import type { StarterLanguage, StarterEmailsByLanguage } from "../catalogue.ts";
import { footerMjml, renderLayout, headerMjml } from "../layout.ts";

const palette = {
  back: "#f3efe9",
  paper: "#ffffff",
  ink: "#2a2320",
  muted: "#6e625b",
  accent: "#9a4a16",
  onAccent: "#ffffff",
};

type Answer = { question: string; text: string };
type Words = {
  title: string;
  hello: string;
  lead: string;
  button: string;
  doubts: string;
  answers: readonly [Answer, Answer, Answer];
};

const words: Readonly<Record<StarterLanguage, Words>> = {
  cs: {
    title: "Něco vám u nás zůstalo v\u00a0košíku",
    hello: "{{df_name|default:'Dobrý den'}},",
    lead: "všimli jsme si, že jste nákup nedokončili. Košík jsme vám schovali, takže můžete pokračovat tam, kde jste přestali.",
    button: "Dokončit nákup",
    doubts: "Váháte?",
    answers: [
      { question: "Kdy to přijde?", text: "Zboží skladem odesíláme nejpozději druhý pracovní den." },
      { question: "Co když to nebude ono?", text: "Do třiceti dnů nám ho můžete vrátit, důvod říkat nemusíte." },
      { question: "Nevíte si rady?", text: "Odpovězte na tento e-mail, ozve se vám živý člověk." },
    ],
  },
  sk: {
    title: "Niečo vám u nás zostalo v\u00a0košíku",
    hello: "{{df_name|default:'Dobrý deň'}},",
    lead: "všimli sme si, že ste nákup nedokončili. Košík sme vám odložili, takže môžete pokračovať tam, kde ste prestali.",
    button: "Dokončiť nákup",
    doubts: "Váhate?",
    answers: [
      { question: "Kedy to príde?", text: "Tovar na sklade odosielame najneskôr druhý pracovný deň." },
      { question: "Čo ak to nebude ono?", text: "Do tridsiatich dní nám ho môžete vrátiť, dôvod hovoriť nemusíte." },
      { question: "Neviete si rady?", text: "Odpovedzte na tento e-mail, ozve sa vám živý človek." },
    ],
  },
  en: {
    title: "You left something in your basket",
    hello: "{{df_name|default:'Hello'}},",
    lead: "we noticed that you did not finish your order. We kept your basket, so you can go on where you stopped.",
    button: "Finish my order",
    doubts: "Not sure?",
    answers: [
      { question: "When does it arrive?", text: "What is in stock leaves on the second working day at the latest." },
      {
        question: "What if it is not right?",
        text: "You can send it back within thirty days, without giving a reason.",
      },
      { question: "Need a hand?", text: "Reply to this e-mail and a real person gets back to you." },
    ],
  },
};

const renderMjml = (language: StarterLanguage): string => {
  const text = words[language];
  const answer = ({
    question,
    text: body,
  }: Answer) => `        <mj-text font-weight="700" padding="0 0 2px">${question}</mj-text>
        <mj-text color="${palette.muted}" padding="0 0 16px">${body}</mj-text>`;
  return renderLayout({
    language,
    palette,
    headings: "serif",
    body: `${headerMjml(language)}
    <mj-section padding="52px 40px 44px" css-class="side">
      <mj-column>
        <mj-text mj-class="title" css-class="title" padding="0 0 20px">${text.title}</mj-text>
        <mj-text font-size="18px" padding="0 0 8px">${text.hello}</mj-text>
        <mj-text font-size="18px" padding="0 0 24px">${text.lead}</mj-text>
        <mj-button href="{{df_shop_url}}" font-size="18px" inner-padding="16px 36px">${text.button}</mj-button>
      </mj-column>
    </mj-section>
    <mj-section background-color="#faf6f0" padding="36px 40px 20px" css-class="side">
      <mj-column>
        <mj-text mj-class="heading" padding="0 0 16px">${text.doubts}</mj-text>
${text.answers.map(answer).join("\n")}
      </mj-column>
    </mj-section>
${footerMjml(language)}`,
  });
};

export const abandonedCart: StarterEmailsByLanguage = {
  cs: {
    name: "Opuštěný košík",
    subject: "Něco vám zůstalo v košíku",
    preheader: "Schovali jsme vám ho",
    mjml: renderMjml("cs"),
  },
  sk: {
    name: "Opustený košík",
    subject: "Niečo vám zostalo v košíku",
    preheader: "Odložili sme vám ho",
    mjml: renderMjml("sk"),
  },
  en: {
    name: "Abandoned cart",
    subject: "You left something in your basket",
    preheader: "We kept it for you",
    mjml: renderMjml("en"),
  },
};

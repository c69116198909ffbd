import type { StarterLanguage, StarterEmailsByLanguage } from "../catalogue.ts";
import { footerMjml, renderLayout, headerMjml } from "../layout.ts";

const palette = {
  back: "#f4f0e6",
  paper: "#ffffff",
  ink: "#22302a",
  muted: "#5f6b64",
  accent: "#1f5a40",
  onAccent: "#ffffff",
};

type Words = {
  eyebrow: string;
  title: string;
  hello: string;
  lead: string;
  more: string;
  storyTitle: string;
  story: string;
  read: string;
  notes: readonly [{ title: string; text: string }, { title: string; text: string }];
  tipTitle: string;
  tip: string;
};

const words: Readonly<Record<StarterLanguage, Words>> = {
  cs: {
    eyebrow: "NOVINKY · {{df_today}}",
    title: "Co je u nás nového",
    hello: "Dobrý den, {{df_name|default:'milí přátelé'}},",
    lead: "tady je krátký výběr toho, co jsme pro vás v poslední době připravili. Přečíst ho stihnete u kávy.",
    more: "Prohlédnout novinky",
    storyTitle: "Hlavní příběh tohoto čísla",
    story:
      "Sem patří to nejdůležitější: novinka v nabídce, pohled do zákulisí nebo rozhovor. Dva až tři odstavce stačí, zbytek si čtenář najde na webu.",
    read: "Číst dál",
    notes: [
      { title: "Z naší dílny", text: "Krátká zpráva o tom, na čem právě pracujeme a na co se můžete těšit." },
      {
        title: "Kde nás potkáte",
        text: "Pozvánka na akci, do prodejny nebo na přednášku. Datum a místo jednou větou.",
      },
    ],
    tipTitle: "Tip na závěr",
    tip: "Jedna užitečná rada, kterou čtenář využije ještě dnes. Takové tipy si lidé schovávají a přeposílají.",
  },
  sk: {
    eyebrow: "NOVINKY · {{df_today}}",
    title: "Čo je u nás nové",
    hello: "Dobrý deň, {{df_name|default:'milí priatelia'}},",
    lead: "tu je krátky výber toho, čo sme pre vás v poslednom čase pripravili. Prečítate ho pri káve.",
    more: "Pozrieť novinky",
    storyTitle: "Hlavný príbeh tohto čísla",
    story:
      "Sem patrí to najdôležitejšie: novinka v ponuke, pohľad do zákulisia alebo rozhovor. Dva až tri odseky stačia, zvyšok si čitateľ nájde na webe.",
    read: "Čítať ďalej",
    notes: [
      { title: "Z našej dielne", text: "Krátka správa o tom, na čom práve pracujeme a na čo sa môžete tešiť." },
      {
        title: "Kde nás stretnete",
        text: "Pozvánka na akciu, do predajne alebo na prednášku. Dátum a miesto jednou vetou.",
      },
    ],
    tipTitle: "Tip na záver",
    tip: "Jedna užitočná rada, ktorú čitateľ využije ešte dnes. Také tipy si ľudia odkladajú a preposielajú.",
  },
  en: {
    eyebrow: "NEWS · {{df_today}}",
    title: "What is new with us",
    hello: "Hello {{df_name|default:'friend'}},",
    lead: "here is a short selection of what we have been preparing for you lately. It takes one cup of coffee to read.",
    more: "See what is new",
    storyTitle: "The main story of this issue",
    story:
      "The most important thing goes here: something new in the shop, a look behind the scenes or an interview. Two or three paragraphs will do; the reader finds the rest on your website.",
    read: "Read on",
    notes: [
      { title: "From our workshop", text: "A short note on what we are working on and what to look forward to." },
      {
        title: "Where to meet us",
        text: "An invitation to an event, a shop or a talk. Date and place in one sentence.",
      },
    ],
    tipTitle: "One last tip",
    tip: "A useful piece of advice that the reader can use today. People keep such tips and pass them on.",
  },
};

const renderMjml = (language: StarterLanguage): string => {
  const text = words[language];
  const note = ({
    title,
    text: body,
  }: {
    title: string;
    text: string;
  }) => `        <mj-column width="50%" padding="0 16px 0 0">
          <mj-text mj-class="heading" font-size="20px">${title}</mj-text>
          <mj-text padding="0 0 8px">${body}</mj-text>
          <mj-text padding="0 0 24px"><a href="{{df_shop_url}}">${text.read}</a></mj-text>
        </mj-column>`;
  return renderLayout({
    language,
    palette,
    headings: "serif",
    body: `${headerMjml(language)}
    <mj-section background-color="${palette.accent}" padding="56px 40px 48px" css-class="side">
      <mj-column>
        <mj-text mj-class="eyebrow" color="#cfe3d8">${text.eyebrow}</mj-text>
        <mj-text mj-class="title" css-class="title" color="#ffffff" font-size="46px" padding="0">${text.title}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="40px 40px 32px" css-class="side">
      <mj-column>
        <mj-text font-size="18px">${text.hello}</mj-text>
        <mj-text font-size="18px" padding="0 0 20px">${text.lead}</mj-text>
        <mj-button href="{{df_shop_url}}">${text.more}</mj-button>
      </mj-column>
    </mj-section>
    <mj-section padding="0 40px" css-class="side"><mj-column><mj-divider /></mj-column></mj-section>
    <mj-section padding="36px 40px 28px" css-class="side">
      <mj-column>
        <mj-text mj-class="heading" font-size="28px">${text.storyTitle}</mj-text>
        <mj-text>${text.story}</mj-text>
        <mj-text padding="0"><a href="{{df_shop_url}}">${text.read}</a></mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="8px 40px 12px" css-class="side">
${text.notes.map(note).join("\n")}
    </mj-section>
    <mj-section background-color="#e6efe9" padding="32px 40px" css-class="side">
      <mj-column>
        <mj-text mj-class="heading" font-size="20px">${text.tipTitle}</mj-text>
        <mj-text padding="0">${text.tip}</mj-text>
      </mj-column>
    </mj-section>
${footerMjml(language)}`,
  });
};

export const newsletter: StarterEmailsByLanguage = {
  cs: {
    name: "Newsletter",
    subject: "Co je u nás nového",
    preheader: "Krátký výběr novinek k jedné kávě",
    mjml: renderMjml("cs"),
  },
  sk: {
    name: "Newsletter",
    subject: "Čo je u nás nové",
    preheader: "Krátky výber noviniek k jednej káve",
    mjml: renderMjml("sk"),
  },
  en: {
    name: "Newsletter",
    subject: "What is new with us",
    preheader: "A short selection for one cup of coffee",
    mjml: renderMjml("en"),
  },
};

import type { RecipeEmail } from "../../features/automations/recipes/catalogue.ts";
import type { Subject } from "./newsletters.ts";

type CampaignEmail = Omit<RecipeEmail, "name">;

/** The e-mail of a newsletter; its title is the subject. */
export const newsletterEmail = ({ cs }: Subject): CampaignEmail => ({
  subject: cs,
  preheader: "Čerstvé zprávy ze Včelího dvora",
  title: cs,
  paragraphs: [
    "{{df_salutation|default:'Dobrý den,'}}",
    "u nás na dvoře je právě pořádně živo. Vybrali jsme pro vás to nejlepší, co teď máme na skladě, a přidali pár tipů, jak si s medem udělat radost.",
    "Zásoby jsou malé a co se jednou vyprodá, na to se čeká do další snůšky.",
  ],
  button: "Podívat se na nabídku",
});

export const draftCampaign = {
  name: "Vánoční balíčky",
  email: {
    subject: "Vánoční balíčky, které nemusíte balit",
    preheader: "Objednejte do 10. prosince",
    title: "Vánoce voní medem",
    paragraphs: [
      "{{df_salutation|default:'Dobrý den,'}}",
      "připravili jsme tři balíčky s medem, svíčkou a čajem. Zabalíme je a přidáme vzkaz.",
    ],
    button: "Vybrat balíček",
  },
} as const;

export const segmentWords = { name: "Nakoupili za půl roku", publicName: "" } as const;

export const formWords = {
  name: "Patička webu",
  title: "Novinky ze Včelího dvora",
  description: "Nejvýš dvakrát do měsíce, odhlásíte se jedním klikem.",
  submitLabel: "Odebírat novinky",
  key: "VceliDvurPaticka",
} as const;

export const approvalWords = {
  first: "Prosím o kontrolu před odesláním.",
  returned: "Chybí odkaz na dopravu a platbu, jinak je to v pořádku.",
  second: "Odkaz jsem doplnil.",
  given: "Díky, můžete odeslat.",
  draft: "Vánoční balíčky jsou připravené, podíváte se na ně?",
} as const;

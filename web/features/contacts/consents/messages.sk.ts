import type { Formats } from "../../../i18n/format.ts";

export const consentsSlovak = ({ plural }: Formats) => ({
  title: "Súhlasy",
  facts: "Účel hovorí, na čo človek súhlas dal. Text súhlasu sa ukladá pri každom kontakte tak, ako ho videl.",
  add: "Pridať účel",
  columns: { purpose: "Účel", validity: "Platnosť súhlasu", created: "Vytvorený" },
  isDefault: "Predvolený",
  forever: "bez obmedzenia",
  months: (count: number) =>
    plural(count, { one: "# mesiac", few: "# mesiace", many: "# mesiaca", other: "# mesiacov" }),
  menu: (name: string) => `Akcie pre účel ${name}`,
  edit: "Upraviť účel",
  saved: "Účel je uložený",
  form: {
    name: "Názov",
    description: "Opis",
    descriptionHint: "Čo budete ľuďom posielať. Vidia to vo svojich predvoľbách.",
    validMonths: "Platnosť súhlasu v mesiacoch",
    validHint: "Prázdne: bez obmedzenia. Po vytvorení sa nedá zmeniť.",
    taken: "Tento názov už má iný účel.",
  },
  exception: {
    title: "Zákaznícka výnimka",
    text: "Zákazníkovi možno aj bez súhlasu písať o podobnom tovare, kým to neodmietne (§ 7 ods. 3 českého zákona č. 480/2004 Sb.).",
    on: "Písať zákazníkom bez súhlasu",
    days: "Toľko dní od objednávky",
    save: "Uložiť",
    saved: (shop: string) => `Výnimka obchodu ${shop} je uložená`,
    invalid: "Napíšte počet dní od 1 do 3650.",
  },
});

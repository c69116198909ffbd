import { slovakKinds, slovakVerbs } from "./audit-names.sk.ts";

export const auditSlovak = () => ({
  title: "Záznam činností",
  facts: "Kto čo urobil. Uchováva sa 24 mesiacov a neobsahuje hodnoty, len to, čoho sa zmena týkala.",
  columns: { what: "Čo", object: "Čoho sa týka", who: "Kto", how: "Ako", address: "Odkiaľ", at: "Kedy" },
  filters: { actor: "Ako", member: "Člen", operation: "Operácia", kind: "Druh záznamu", from: "Od", to: "Do" },
  actors: {
    member: "V aplikácii",
    key: "Kľúčom API",
    assistant: "Asistentom",
    operator: "Prevádzkovateľ",
    visitor: "Neprihlásený",
  },
  refused: "odmietnuté",
  noMatch: "Filtrom nič nezodpovedá",
  empty: "Zatiaľ sa nič nestalo",
  emptyText: "Každá zmena v účte sa tu objaví aj s tým, kto ju urobil.",
  verbs: slovakVerbs,
  kinds: slovakKinds,
});

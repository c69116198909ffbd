import { defineMessages } from "../../../i18n/messages.tsx";
import { czechKinds, czechVerbs, englishKinds, englishVerbs } from "./audit-names.ts";
import { auditSlovak } from "./messages.sk.ts";

export const auditMessages = defineMessages(
  () => ({
    title: "Záznam činností",
    facts: "Kdo co udělal. Uchovává se 24 měsíců a neobsahuje hodnoty, jen to, čeho se změna týkala.",
    columns: { what: "Co", object: "Čeho se týká", who: "Kdo", how: "Jak", address: "Odkud", at: "Kdy" },
    filters: { actor: "Jak", member: "Člen", operation: "Operace", kind: "Druh záznamu", from: "Od", to: "Do" },
    actors: {
      member: "V aplikaci",
      key: "Klíčem API",
      assistant: "Asistentem",
      operator: "Provozovatel",
      visitor: "Nepřihlášený",
    },
    refused: "odmítnuto",
    noMatch: "Filtrům nic neodpovídá",
    empty: "Zatím se nic nestalo",
    emptyText: "Každá změna v účtu se tu objeví i s tím, kdo ji udělal.",
    verbs: czechVerbs,
    kinds: czechKinds,
  }),
  () => ({
    title: "Audit trail",
    facts: "Who did what. Kept for 24 months, without values: only what a change was about.",
    columns: { what: "What", object: "About", who: "Who", how: "How", address: "From", at: "When" },
    filters: { actor: "How", member: "Member", operation: "Operation", kind: "Kind of record", from: "From", to: "To" },
    actors: {
      member: "In the app",
      key: "By an API key",
      assistant: "By an assistant",
      operator: "Operator",
      visitor: "Not signed in",
    },
    refused: "refused",
    noMatch: "Nothing matches the filters",
    empty: "Nothing has happened yet",
    emptyText: "Every change of the account appears here with the one who made it.",
    verbs: englishVerbs,
    kinds: englishKinds,
  }),
  auditSlovak,
);

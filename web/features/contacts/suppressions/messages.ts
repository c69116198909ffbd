import { defineMessages } from "../../../i18n/messages.tsx";
import { suppressionsSlovak } from "./messages.sk.ts";

export const suppressionsMessages = defineMessages(
  ({ number, plural }) => ({
    title: "Blokované adresy",
    facts: (total: number) =>
      plural(total, {
        one: "# adresa, na kterou nikdy nepíšeme",
        few: "# adresy, na které nikdy nepíšeme",
        many: "# adresy, na které nikdy nepíšeme",
        other: "# adres, na které nikdy nepíšeme",
      }),
    add: "Přidat adresu",
    import: "Importovat soubor",
    search: "Část adresy…",
    noMatch: "Žádná adresa neodpovídá filtrům",
    empty: "Žádná adresa není blokovaná",
    emptyText:
      "Odhlášení, nedoručitelné adresy a stížnosti sem přibudou samy. Ručně přidejte ty, kterým psát nechcete.",
    erased: "vymazaný kontakt",
    columns: { email: "Adresa", reason: "Důvod", source: "Zdroj", detail: "Poznámka", created: "Od" },
    filters: { blacklisted: "Ruční blokace", yes: "ano", no: "ne" },
    tabs: {
      all: "Všechny",
      manual: "Ručně",
      unsubscribed: "Odhlášení",
      bounced: "Nedoručitelné",
      complained: "Stížnosti",
    },
    reasons: {
      manual: "Blokováno ručně",
      unsubscribed: "Odhlášení",
      bounced: "Nedoručitelná",
      complained: "Stížnost",
    },
    sources: {
      admin: "člen týmu",
      one_click: "odhlášení jedním kliknutím",
      automation: "automatizace",
      import: "import",
      link: "odkaz v e-mailu",
      complaint: "hlášení spamu",
      bounce: "odpověď serveru",
    },
    remove: {
      label: (email: string) => `Zrušit blokaci ${email}`,
      lockedLabel: (email: string) => `Proč nelze zrušit blokaci ${email}`,
      title: "Zrušit blokaci adresy",
      doing: "Zrušit blokaci",
      manual: (email: string) => `Na ${email} půjde znovu psát, pokud k tomu máte souhlas.`,
      bounced: (email: string) =>
        `${email} dostane stav, který měla před nedoručením. Když se e-mail nedoručí znovu, adresa se sem vrátí.`,
      done: (email: string) => `${email} už není blokovaná`,
      gone: "Adresa už blokovaná není.",
    },
    locked: {
      title: "Tuto blokaci zrušit nelze",
      unsubscribed: "Ten člověk se odhlásil sám. Vrátit to může jen on, novým potvrzením.",
      complained: "Ten člověk označil e-mail za spam. Vrátit to může jen on, novým potvrzením.",
    },
    form: {
      title: "Zablokovat adresy",
      emails: "Adresy",
      hint: "Jedna nebo víc, oddělené čárkou, mezerou nebo řádkem. Nejvýše 200; delší seznam nahrajte souborem.",
      detail: "Poznámka",
      doing: (count: number) =>
        plural(count, {
          one: "Zablokovat # adresu",
          few: "Zablokovat # adresy",
          many: "Zablokovat # adresy",
          other: "Zablokovat # adres",
        }),
      tooMany: (count: number) => `Je tu ${number(count)} adres. Přes 200 je nahrajte souborem.`,
      progress: (done: number, total: number) => `Zpracováno ${number(done)} z ${number(total)}`,
      added: (count: number) =>
        plural(count, {
          one: "# adresa je blokovaná",
          few: "# adresy jsou blokované",
          many: "# adresy je blokováno",
          other: "# adres je blokovaných",
        }),
      refused: (count: number) =>
        plural(count, {
          one: "# adresa nepřidána:",
          few: "# adresy nepřidány:",
          many: "# adresy nepřidáno:",
          other: "# adres nepřidáno:",
        }),
      invalid: "není platná e-mailová adresa",
      already: {
        unsubscribed: "už je odhlášená",
        complained: "už má stížnost",
        bounced: "už je nedoručitelná",
        manual: "už je blokovaná",
      },
    },
  }),
  ({ number, plural }) => ({
    title: "Suppressions",
    facts: (total) => plural(total, { one: "# address we never write to", other: "# addresses we never write to" }),
    add: "Add address",
    import: "Import a file",
    search: "Part of an address…",
    noMatch: "No address matches the filters",
    empty: "No address is suppressed",
    emptyText:
      "Unsubscribed, bounced and complaining addresses come here by themselves. Add those you do not want to write to.",
    erased: "erased contact",
    columns: { email: "Address", reason: "Reason", source: "Source", detail: "Note", created: "Since" },
    filters: { blacklisted: "Blacklisted by hand", yes: "yes", no: "no" },
    tabs: { all: "All", manual: "By hand", unsubscribed: "Unsubscribed", bounced: "Bounced", complained: "Complaints" },
    reasons: {
      manual: "Blacklisted by hand",
      unsubscribed: "Unsubscribed",
      bounced: "Bounced",
      complained: "Complained",
    },
    sources: {
      admin: "member of the team",
      one_click: "one-click unsubscribe",
      automation: "automation",
      import: "import",
      link: "link in an e-mail",
      complaint: "spam report",
      bounce: "answer of the server",
    },
    remove: {
      label: (email) => `Remove the suppression of ${email}`,
      lockedLabel: (email) => `Why the suppression of ${email} cannot be removed`,
      title: "Remove the suppression",
      doing: "Remove the suppression",
      manual: (email) => `${email} can be written to again, if you have the consent.`,
      bounced: (email) =>
        `${email} gets the state it had before it bounced. If an e-mail bounces again, the address comes back here.`,
      done: (email) => `${email} is no longer suppressed`,
      gone: "The address is no longer suppressed.",
    },
    locked: {
      title: "This suppression cannot be removed",
      unsubscribed: "The person unsubscribed. Only the person can take it back, by a new confirmation.",
      complained: "The person reported spam. Only the person can take it back, by a new confirmation.",
    },
    form: {
      title: "Suppress addresses",
      emails: "Addresses",
      hint: "One or more, separated by commas, spaces or lines. At most 200; upload a longer list as a file.",
      detail: "Note",
      doing: (count) => plural(count, { one: "Suppress # address", other: "Suppress # addresses" }),
      tooMany: (count) => `These are ${number(count)} addresses. Upload more than 200 as a file.`,
      progress: (done, total) => `${number(done)} of ${number(total)} done`,
      added: (count) => plural(count, { one: "# address is suppressed", other: "# addresses are suppressed" }),
      refused: (count) => plural(count, { one: "# address not added:", other: "# addresses not added:" }),
      invalid: "is not a valid e-mail address",
      already: {
        unsubscribed: "has unsubscribed already",
        complained: "has complained already",
        bounced: "bounces already",
        manual: "is blacklisted already",
      },
    },
  }),
  suppressionsSlovak,
);

import { defineMessages } from "../../../i18n/messages.tsx";
import { detailSlovak } from "./messages.sk.ts";

export const detailMessages = defineMessages(
  ({ number, date, plural }) => ({
    created: (at: string) => `vytvořen ${date(at)}`,
    members: "Členové",
    search: "E-mail, jméno…",
    noMatch: "Žádný člen neodpovídá filtrům",
    empty: "Seznam je prázdný",
    emptyText: "Přidejte kontakty, které už máte, nebo naimportujte soubor přímo do tohoto seznamu.",
    emptyLocked: "Seznam plní e-shop sám podle stavu svých kontaktů.",
    columns: {
      contact: "Kontakt",
      member: "V seznamu",
      state: "Stav kontaktu",
      added: "Člen od",
      created: "Kontakt od",
    },
    states: {
      confirmed: "Člen",
      unconfirmed: "Čeká na potvrzení",
      unsubscribed: "Odhlášen ze seznamu",
      removed: "Odebrán",
    },
    tabs: {
      all: "Všichni",
      confirmed: "Členové",
      unconfirmed: "Čekají",
      unsubscribed: "Odhlášení",
      removed: "Odebraní",
    },
    settings: "Nastavení",
    facts: {
      publicName: "Veřejný název",
      shop: "Obchod",
      wholeCompany: "celá společnost",
      sender: "Odesílatel",
      replyTo: "Odpovědi na",
      notices: "Upozornění",
      noticeAdd: "při přidání",
      noticeUnsubscribe: "při odhlášení",
      noNotices: "žádná",
      tags: "Štítky",
      note: "Poznámka",
    },
    growth: "Růst",
    growthSeries: "Členů",
    growthNote: "Dnešní členové podle dne, kdy se stali kontakty.",
    added30: (count: number) => `za 30 dní ${count > 0 ? "+" : ""}${number(count)}`,
    add: {
      action: "Přidat členy",
      title: "Přidat členy do seznamu",
      label: "Kontakty",
      hint: "Hledejte podle adresy nebo jména.",
      nothing: "Nikdo takový mezi kontakty není",
      import: "Víc lidí najednou přidáte importem",
      doing: (count: number) =>
        plural(count, {
          one: "Přidat # kontakt",
          few: "Přidat # kontakty",
          many: "Přidat # kontaktu",
          other: "Přidat # kontaktů",
        }),
      text: "Kdo seznam sám opustil nebo se odhlásil, do něj přidat nejde. Vrátí se jen vlastním potvrzením.",
      result: (added: number, known: number, skipped: number) =>
        [
          `Přidáno ${number(added)}`,
          known > 0 ? `${number(known)} už v seznamu bylo` : "",
          skipped > 0 ? `${number(skipped)} přeskočeno, protože se odhlásili` : "",
        ]
          .filter(Boolean)
          .join(", "),
    },
    remove: {
      action: (count: number) => `Odebrat ${number(count)}…`,
      title: (count: number) =>
        plural(count, {
          one: "Odebrat # kontakt ze seznamu",
          few: "Odebrat # kontakty ze seznamu",
          many: "Odebrat # kontaktu ze seznamu",
          other: "Odebrat # kontaktů ze seznamu",
        }),
      text: "Kontakty zůstanou, jen přestanou být členy. Přidat je zpět můžete kdykoliv.",
      done: (count: number) => `Odebráno ${number(count)}`,
    },
    unsubscribe: {
      action: (count: number) => `Odhlásit ${number(count)}…`,
      title: (count: number) =>
        plural(count, {
          one: "Odhlásit # kontakt z tohoto seznamu",
          few: "Odhlásit # kontakty z tohoto seznamu",
          many: "Odhlásit # kontaktu z tohoto seznamu",
          other: "Odhlásit # kontaktů z tohoto seznamu",
        }),
      text: "Z ostatních seznamů je to neodhlásí. Do tohoto se pak vrátí jen vlastním rozhodnutím, vy je přidat nemůžete.",
      done: (count: number) => `Odhlášeno ${number(count)}`,
    },
    transfer: {
      copy: "Kopírovat do…",
      move: "Přesunout do…",
      copyTitle: (count: number) =>
        plural(count, {
          one: "Kopírovat # kontakt do jiného seznamu",
          few: "Kopírovat # kontakty do jiného seznamu",
          many: "Kopírovat # kontaktu do jiného seznamu",
          other: "Kopírovat # kontaktů do jiného seznamu",
        }),
      moveTitle: (count: number) =>
        plural(count, {
          one: "Přesunout # kontakt do jiného seznamu",
          few: "Přesunout # kontakty do jiného seznamu",
          many: "Přesunout # kontaktu do jiného seznamu",
          other: "Přesunout # kontaktů do jiného seznamu",
        }),
      list: "Seznam",
      text: "Kdo cílový seznam sám opustil, do něj přidán nebude.",
    },
  }),
  ({ number, date, plural }) => ({
    created: (at) => `created ${date(at)}`,
    members: "Members",
    search: "E-mail, name…",
    noMatch: "No member matches the filters",
    empty: "The list is empty",
    emptyText: "Add contacts you already have, or import a file straight into this list.",
    emptyLocked: "The e-shop fills the list by the states of its contacts.",
    columns: {
      contact: "Contact",
      member: "In the list",
      state: "State of the contact",
      added: "Member since",
      created: "Contact since",
    },
    states: {
      confirmed: "Member",
      unconfirmed: "Waiting for confirmation",
      unsubscribed: "Unsubscribed from the list",
      removed: "Removed",
    },
    tabs: {
      all: "All",
      confirmed: "Members",
      unconfirmed: "Waiting",
      unsubscribed: "Unsubscribed",
      removed: "Removed",
    },
    settings: "Settings",
    facts: {
      publicName: "Public name",
      shop: "Shop",
      wholeCompany: "whole company",
      sender: "Sender",
      replyTo: "Replies to",
      notices: "Notices",
      noticeAdd: "when added",
      noticeUnsubscribe: "when unsubscribed",
      noNotices: "none",
      tags: "Labels",
      note: "Note",
    },
    growth: "Growth",
    growthSeries: "Members",
    growthNote: "Members of today by the day they became contacts.",
    added30: (count) => `${count > 0 ? "+" : ""}${number(count)} in 30 days`,
    add: {
      action: "Add members",
      title: "Add members to the list",
      label: "Contacts",
      hint: "Search by address or name.",
      nothing: "There is no such contact",
      import: "Add more people at once by an import",
      doing: (count) => plural(count, { one: "Add # contact", other: "Add # contacts" }),
      text: "Whoever left the list or unsubscribed cannot be added. Only their own confirmation brings them back.",
      result: (added, known, skipped) =>
        [
          `${number(added)} added`,
          known > 0 ? `${number(known)} already in the list` : "",
          skipped > 0 ? `${number(skipped)} skipped because they unsubscribed` : "",
        ]
          .filter(Boolean)
          .join(", "),
    },
    remove: {
      action: (count) => `Remove ${number(count)}…`,
      title: (count) =>
        plural(count, { one: "Remove # contact from the list", other: "Remove # contacts from the list" }),
      text: "The contacts stay; they just stop being members. You can add them back at any time.",
      done: (count) => `${number(count)} removed`,
    },
    unsubscribe: {
      action: (count) => `Unsubscribe ${number(count)}…`,
      title: (count) =>
        plural(count, { one: "Unsubscribe # contact from this list", other: "Unsubscribe # contacts from this list" }),
      text: "Other lists are not affected. Only their own decision brings them back to this one; you cannot add them.",
      done: (count) => `${number(count)} unsubscribed`,
    },
    transfer: {
      copy: "Copy to…",
      move: "Move to…",
      copyTitle: (count) =>
        plural(count, { one: "Copy # contact to another list", other: "Copy # contacts to another list" }),
      moveTitle: (count) =>
        plural(count, { one: "Move # contact to another list", other: "Move # contacts to another list" }),
      list: "List",
      text: "Whoever left the target list is not added to it.",
    },
  }),
  detailSlovak,
);

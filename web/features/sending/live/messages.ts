import { defineMessages } from "../../../i18n/messages.tsx";
import { liveSlovak } from "./messages.sk.ts";

export const liveMessages = defineMessages(
  ({ number, plural }) => ({
    title: "Ostrý provoz",
    live: "Všechno je připravené: e-maily odcházejí příjemcům.",
    missing: (company: number, operator: number) =>
      `Do ostrého provozu zbývá: vám ${number(company)}, provozovateli ${number(operator)}.`,
    meanwhile: {
      live: "Do té doby kampaně počkají, nic se neztratí.",
      test: "Do té doby odcházejí jen e-maily na vaše testovací adresy.",
      folder: "Do té doby se e-maily ukládají do složky na serveru a nikomu neodcházejí.",
      off: "Do té doby neodejde žádný e-mail.",
    },
    company: "Co uděláte vy",
    operator: "Co udělá provozovatel služby",
    left: (count: number) =>
      count === 0 ? "hotovo" : plural(count, { one: "zbývá #", few: "zbývají #", many: "zbývá #", other: "zbývá #" }),
    states: { done: "hotovo", required: "bez toho nic neodejde", advised: "doporučujeme" },
    companyTasks: {
      sender: {
        name: "Ověřený odesílatel",
        text: "Adresa, ze které píšete. Ověříte ji odkazem v e-mailu.",
        action: "Přidat odesílatele",
      },
      domain: {
        name: "Ověřená doména",
        text: "Bez podpisu vaší domény končí e-maily častěji ve spamu a velké poštovní služby je odmítají.",
        action: "Ověřit doménu",
      },
      address: {
        name: "Adresa společnosti",
        text: "Zákon ji žádá v patičce každého obchodního sdělení.",
        action: "Doplnit adresu",
      },
      switch: {
        name: "Zapnuté odesílání",
        text: "Odesílání jste v nastavení společnosti vypnuli.",
        action: "Zapnout odesílání",
      },
      payment: {
        name: "Zaplacený tarif",
        text: "Odesílání stojí, dokud není zaplacená faktura nebo zvolený vyšší tarif.",
        action: "Otevřít platby",
      },
    },
    operatorTasks: {
      review: { name: "Ověření společnosti" },
      mode: { name: "Server odesílá naostro" },
      hold: { name: "Zrušení zadržení", text: "Provozovatel odesílání zadržel. Napište mu, co se stalo." },
    },
    reviews: {
      live: "Společnost smí odesílat.",
      pending: "Provozovatel společnost ověřuje. Dostanete oznámení.",
      paused: "Odesílání společnosti je pozastavené.",
      suspended: "Provozovatel odesílání zastavil. Napište mu, co se stalo.",
    },
    since: (day: string) => `Od ${day}.`,
    modes: {
      live: "E-maily odcházejí příjemcům.",
      test: "Server je ve zkušebním režimu: píše jen na testovací adresy.",
      folder: "Server je ve zkušebním režimu: e-maily ukládá do složky.",
      off: "Server má odesílání vypnuté.",
    },
    commands: "Provozujete server sami? Tohle na něm nastavte nebo spusťte a server restartujte:",
    settings: "nastavení serveru",
    approve: "příkaz pro schválení společnosti",
  }),
  ({ number, plural }) => ({
    title: "Live mode",
    live: "Everything is ready: e-mails go to their recipients.",
    missing: (company, operator) =>
      `Left until live mode: ${number(company)} for you, ${number(operator)} for the operator.`,
    meanwhile: {
      live: "Until then campaigns wait; nothing is lost.",
      test: "Until then only e-mails to your test addresses leave.",
      folder: "Until then e-mails are stored in a folder of the server and reach nobody.",
      off: "Until then no e-mail leaves.",
    },
    company: "What you do",
    operator: "What the operator of the service does",
    left: (count) => (count === 0 ? "done" : plural(count, { one: "# left", other: "# left" })),
    states: { done: "done", required: "nothing leaves without it", advised: "recommended" },
    companyTasks: {
      sender: {
        name: "A verified sender",
        text: "The address you write from. You verify it by a link in an e-mail.",
        action: "Add sender",
      },
      domain: {
        name: "A verified domain",
        text: "Without your domain’s signature e-mails end in spam more often, and big mailbox providers reject them.",
        action: "Verify the domain",
      },
      address: {
        name: "The company’s address",
        text: "The law wants it in the footer of every commercial e-mail.",
        action: "Fill in the address",
      },
      switch: {
        name: "Sending is on",
        text: "You switched sending off in the settings of the company.",
        action: "Switch sending on",
      },
      payment: {
        name: "A paid plan",
        text: "Sending stands until an invoice is paid or a higher plan chosen.",
        action: "Open payments",
      },
    },
    operatorTasks: {
      review: { name: "Review of the company" },
      mode: { name: "The server sends for real" },
      hold: { name: "End of the hold", text: "The operator holds sending. Write to them about what happened." },
    },
    reviews: {
      live: "The company may send.",
      pending: "The operator reviews the company. You will be notified.",
      paused: "Sending of the company is paused.",
      suspended: "The operator stopped sending. Write to them about what happened.",
    },
    since: (day) => `Since ${day}.`,
    modes: {
      live: "E-mails go to their recipients.",
      test: "The server is in test mode: it writes to test addresses only.",
      folder: "The server is in test mode: it stores e-mails in a folder.",
      off: "Sending is off on the server.",
    },
    commands: "Do you run the server yourself? Set or run this there, and restart the server:",
    settings: "settings of the server",
    approve: "command that approves the company",
  }),
  liveSlovak,
);

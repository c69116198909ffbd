import { defineMessages } from "../../../../i18n/messages.tsx";
import { undoBouncesSlovak } from "./messages.sk.ts";

export const undoBouncesMessages = defineMessages(
  ({ plural }) => ({
    open: "Vzít zpět nedoručení",
    title: "Vzít zpět nedoručení",
    intro:
      "Když server odmítal e-maily kvůli odesílateli, a ne kvůli adresám. Lidé dostanou stav, který měli předtím; odhlášených a stížností se to netýká.",
    day: "Den",
    dayHint: "Den, kdy se e-maily vrátily. Prázdný jen u jedné kampaně.",
    reply: "Text v odpovědi serveru",
    replyHint: "Část odpovědi, aspoň 3 znaky. Velikost písmen nerozhoduje.",
    campaign: "Kampaň",
    campaignHint: "Bez ní se počítají všechny kampaně i e-maily automatizací.",
    dayNeeded: "Zadejte den, nebo vyberte kampaň.",
    count: "Spočítat",
    found: (count: number) =>
      plural(count, {
        one: "Vezme se zpět # nedoručení.",
        few: "Vezmou se zpět # nedoručení.",
        many: "Vezme se zpět # nedoručení.",
        other: "Vezme se zpět # nedoručení.",
      }),
    none: "Takové nedoručení tu není, nebo už je vzaté zpět.",
    replies: "Odpovědi serverů",
    columns: { reply: "Odpověď", bounces: "Počet" },
    later: "Komu se vrátily i jiné e-maily, zůstane blokovaný.",
    back: "Upravit výběr",
    doing: (count: number) =>
      plural(count, {
        one: "Vzít zpět # nedoručení",
        few: "Vzít zpět # nedoručení",
        many: "Vzít zpět # nedoručení",
        other: "Vzít zpět # nedoručení",
      }),
    done: (count: number) =>
      plural(count, {
        one: "# kontakt má zpět svůj stav",
        few: "# kontakty mají zpět svůj stav",
        many: "# kontaktu má zpět svůj stav",
        other: "# kontaktů má zpět svůj stav",
      }),
    inBackground: "Nedoručení se berou zpět na pozadí. Až to doběhne, přijde oznámení.",
  }),
  ({ plural }) => ({
    open: "Undo bounces",
    title: "Undo bounces",
    intro:
      "For when a server refused e-mails because of the sender, not because of the addresses. People get the state they had before; those who unsubscribed or complained stay so.",
    day: "Day",
    dayHint: "The day on which the e-mails bounced. Empty only with a campaign.",
    reply: "Text in the server's reply",
    replyHint: "A part of the reply, at least 3 characters, in any case.",
    campaign: "Campaign",
    campaignHint: "Without it, all campaigns and e-mails of automations count.",
    dayNeeded: "Enter a day or choose a campaign.",
    count: "Count them",
    found: (count) => plural(count, { one: "# bounce will be undone.", other: "# bounces will be undone." }),
    none: "There is no such bounce, or it is undone already.",
    replies: "Replies of servers",
    columns: { reply: "Reply", bounces: "Bounces" },
    later: "A person whose other e-mails bounced too stays suppressed.",
    back: "Change the choice",
    doing: (count) => plural(count, { one: "Undo # bounce", other: "Undo # bounces" }),
    done: (count) => plural(count, { one: "# contact has its state back", other: "# contacts have their state back" }),
    inBackground: "The bounces are being undone in the background. A notification comes when it is done.",
  }),
  undoBouncesSlovak,
);

import { defineMessages } from "../../../i18n/messages.tsx";
import { noticeSlovak } from "./notice-messages.sk.ts";

export const noticeMessages = defineMessages(
  () => ({
    conflict: "Rozpracovaný formulář mezitím uložil někdo jiný.",
    loadTheirs: "Načíst jeho změny",
    keepMine: "Nechat moje",
    refused: (field: string, reason: string) =>
      field === "" ? `Změny se neuložily. ${reason}` : `Změny se neuložily, opravte pole ${field}.`,
    outOfDate: "Formulář se mezitím změnil mimo editor. Zveřejněním přepíšete jeho dnešní podobu.",
    waiting: "Návštěvníci zatím vidí zveřejněnou podobu.",
    discard: "Zahodit změny",
    discarded: "Změny jsou zahozené.",
    questions: {
      discard: {
        title: "Zahodit změny?",
        text: "Rozpracovaná podoba formuláře se smaže. Zveřejněná zůstane, jak je.",
        action: "Zahodit změny",
      },
      loadTheirs: {
        title: "Načíst změny někoho jiného?",
        text: "Vaše neuložené změny se ztratí.",
        action: "Načíst jeho změny",
      },
      keepMine: {
        title: "Nechat vaše změny?",
        text: "Přepíšou rozpracovanou podobu, kterou mezitím uložil někdo jiný.",
        action: "Přepsat mými změnami",
      },
    },
  }),
  () => ({
    conflict: "Somebody else has saved the draft of the form meanwhile.",
    loadTheirs: "Load their changes",
    keepMine: "Keep mine",
    refused: (field, reason) =>
      field === ""
        ? `The changes were not saved. ${reason}`
        : `The changes were not saved, correct the field ${field}.`,
    outOfDate: "The form was changed outside of the editor meanwhile. Publishing replaces what it is today.",
    waiting: "Visitors still see the published form.",
    discard: "Discard changes",
    discarded: "The changes are discarded.",
    questions: {
      discard: {
        title: "Discard the changes?",
        text: "The draft of the form is deleted. The published form stays as it is.",
        action: "Discard changes",
      },
      loadTheirs: {
        title: "Load the changes of somebody else?",
        text: "Your changes that are not saved will be lost.",
        action: "Load their changes",
      },
      keepMine: {
        title: "Keep your changes?",
        text: "They replace the draft that somebody else has saved meanwhile.",
        action: "Replace with mine",
      },
    },
  }),
  noticeSlovak,
);

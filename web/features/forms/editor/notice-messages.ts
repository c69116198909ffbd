import { defineMessages } from "../../../i18n/messages.tsx";
import { noticeSlovak } from "./notice-messages.sk.ts";

export const noticeMessages = defineMessages(
  () => ({
    conflict: "Rozpracovaný formulář mezitím uložil někdo jiný.",
    loadTheirs: "Načíst jeho změny",
    keepMine: "Nechat moje",
    refused: (reason: string) => `Změny se neuložily. ${reason}`,
    refusedIn: (tab: string) => `Změny se neuložily, opravte údaj na kartě ${tab}.`,
    showTab: (tab: string) => `Otevřít kartu ${tab}`,
    outOfDate: "Formulář se mezitím změnil mimo editor. Zveřejněním přepíšete jeho dnešní podobu.",
    waiting: "Návštěvníci zatím vidí zveřejněnou podobu.",
    hidden: "Formulář není veřejný. Návštěvníci ho uvidí, až ho zveřejníte.",
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
    refused: (reason) => `The changes were not saved. ${reason}`,
    refusedIn: (tab) => `The changes were not saved, correct the value in the tab ${tab}.`,
    showTab: (tab) => `Open the tab ${tab}`,
    outOfDate: "The form was changed outside of the editor meanwhile. Publishing replaces what it is today.",
    waiting: "Visitors still see the published form.",
    hidden: "The form is not public. Visitors will see it once you publish it.",
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

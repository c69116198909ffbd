import { defineMessages } from "../../i18n/messages.tsx";
import { leaveSlovak } from "./messages.sk.ts";

export const leaveMessages = defineMessages(
  () => ({
    title: "Odejít bez uložení?",
    text: "Změny, které jste neuložili, se ztratí.",
    action: "Odejít bez uložení",
  }),
  () => ({
    title: "Leave without saving?",
    text: "The changes that you did not save will be lost.",
    action: "Leave without saving",
  }),
  leaveSlovak,
);

import { defineRoutes } from "../../../kernel/route.ts";
import * as shapes from "./shapes.ts";

export const sendingSettingRoutes = defineRoutes("Sending", "settings", {
  getSendingDefaults: {
    method: "GET",
    path: "/sending-defaults",
    summary: "What new drafts start with, and how often a contact is mailed at most",
    answers: { 200: shapes.SendingDefaults },
    errors: [],
  },
  setSendingDefaults: {
    method: "PUT",
    path: "/sending-defaults",
    summary: "Change the defaults; a frequencyCap that is left out stays as it is",
    body: shapes.SendingDefaultsInput,
    answers: { 200: shapes.SendingDefaults },
    errors: ["validation utmDefaultOn", "validation frequencyCap"],
  },
  getSendingMode: {
    method: "GET",
    path: "/sending-mode",
    module: null,
    summary: "What becomes of e-mails, and whether the company may send",
    answers: { 200: shapes.SendingMode },
    errors: [],
  },
  getSendingSetup: {
    method: "GET",
    path: "/sending/setup",
    summary: "What is done and what is left to do before sending; all senders and domains",
    answers: { 200: shapes.SendingSetup },
    errors: [],
  },
});

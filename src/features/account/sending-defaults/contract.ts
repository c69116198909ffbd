import { defineRoutes } from "../../../kernel/route.ts";
import * as shapes from "./shapes.ts";

export const sendingDefaultRoutes = defineRoutes("Sending", "settings", {
  getSendingDefaults: {
    method: "GET",
    path: "/sending-defaults",
    mcp: "catalog",
    summary: "Defaults of new drafts and the frequency cap",
    answers: { 200: shapes.SendingDefaults },
    errors: [],
  },
  setSendingDefaults: {
    method: "PUT",
    path: "/sending-defaults",
    mcp: "catalog",
    effect: "depends",
    summary: "Change the defaults; an omitted frequencyCap stays unchanged",
    body: shapes.SendingDefaultsInput,
    answers: { 200: shapes.SendingDefaults },
    errors: ["validation utmDefaultOn", "validation frequencyCap"],
  },
});

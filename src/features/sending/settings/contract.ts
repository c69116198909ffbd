import { defineRoutes } from "../../../kernel/route.ts";
import * as shapes from "./shapes.ts";

export const sendingSettingRoutes = defineRoutes("Sending", "settings", {
  getSendingMode: {
    method: "GET",
    path: "/sending-mode",
    mcp: "catalog",
    module: null,
    summary: "The mail mode, and whether the company may send",
    answers: { 200: shapes.SendingMode },
    errors: [],
  },
  getSendingSetup: {
    method: "GET",
    path: "/sending/setup",
    mcp: "catalog",
    summary: "The setup steps before sending, done or not; all senders and domains",
    answers: { 200: shapes.SendingSetup },
    errors: [],
  },
});

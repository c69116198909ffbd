import { defineRoutes } from "../../../kernel/route.ts";
import * as shapes from "../shapes.ts";

const automationPath = "/automations/{automation_id}";
const notFound = "not_found automation";

export const engineRoutes = defineRoutes("Automations", "campaigns", {
  activateAutomation: {
    method: "POST",
    path: `${automationPath}/activate`,
    risk: "irreversible",
    summary: "Start a draft, or resume a paused automation: contacts that waited go on",
    answers: { 200: shapes.Automation },
    errors: ["validation graph", notFound, "conflict status", "not_implemented sms"],
  },
  pauseAutomation: {
    method: "POST",
    path: `${automationPath}/pause`,
    summary: "Stop it: nobody enters, nobody moves on, nothing is sent",
    answers: { 200: shapes.Automation },
    errors: [notFound, "conflict status"],
  },
});

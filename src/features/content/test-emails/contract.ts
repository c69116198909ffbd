import { defineRoutes } from "../../../kernel/route.ts";
import { TestRecipients, TestRecipientsInput } from "./shapes.ts";

export const testRecipientRoutes = defineRoutes("Content", "content", {
  getTestRecipients: {
    method: "GET",
    path: "/test-recipients",
    mcp: "catalog",
    summary: "The only addresses that test e-mails are sent to",
    answers: { 200: TestRecipients },
    errors: [],
  },
  setTestRecipients: {
    method: "PUT",
    path: "/test-recipients",
    mcp: "catalog",
    effect: "sends",
    summary: "Replace the company's test addresses",
    body: TestRecipientsInput,
    answers: { 200: TestRecipients },
    errors: ["validation emails"],
  },
});

import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Day } from "../../../kernel/schema.ts";
import { FormReport } from "./shapes.ts";

export const formReportRoutes = defineRoutes("Forms", "content", {
  getFormReport: {
    method: "GET",
    path: "/forms/{form_id}/report",
    mcp: "catalog",
    summary:
      "Views, sign-ups and confirmations by day, page and source; days of the company, `to` is the day after the last",
    query: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) }),
    answers: { 200: FormReport },
    errors: ["validation from", "validation to", "not_found form"],
  },
});

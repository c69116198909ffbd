import { Type } from "typebox";
import { Count, Day, NamedObject } from "../../../kernel/schema.ts";

const counts = {
  views: Type.Integer({ minimum: 0, description: "How often visitors saw the form; counted without cookies" }),
  signUps: Count,
  confirmed: Type.Integer({ minimum: 0, description: "Sign-ups of that time that were confirmed until now" }),
};

export const FormReport = NamedObject("FormReport", {
  from: Day,
  to: Type.String({ format: "date", description: "The day after the last one" }),
  totals: Type.Object(counts),
  days: Type.Array(Type.Object({ day: Day, ...counts }), { description: "Every day of the time" }),
  pages: Type.Array(
    Type.Object({ page: Type.String({ description: "Without its query; empty: unknown" }), ...counts }),
    { description: "The 100 with the most views" },
  ),
  sources: Type.Array(
    Type.Object({
      source: Type.String({
        description: "`utm_source` of the page, else the host of the page before; empty: directly, or unknown",
      }),
      ...counts,
    }),
    { description: "The 100 with the most views" },
  ),
});

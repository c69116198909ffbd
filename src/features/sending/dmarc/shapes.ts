import { Type } from "typebox";
import { Count, Day, Flag, NullableTime, OneOf, NamedObject } from "../../../kernel/schema.ts";

const policies = ["none", "quarantine", "reject"] as const;

export const DmarcOverview = NamedObject("DmarcOverview", {
  days: Count,
  reportAddress: Type.String({ description: "The address for `rua` of a DMARC record" }),
  items: Type.Array(
    Type.Object({
      domain: Type.String(),
      policy: Type.Unsafe<string | null>({ type: ["string", "null"], description: "From the newest report" }),
      reports: Count,
      reporters: Count,
      messages: Count,
      passed: Type.Integer({ minimum: 0, description: "Of these, with an aligned DKIM signature or SPF" }),
      failed: Count,
      lastReportAt: NullableTime,
    }),
  ),
});

export const ReportQuery = Type.Object({
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  domain: Type.Optional(Type.String({ maxLength: 300 })),
  reporter: Type.Optional(Type.String({ maxLength: 500 })),
});

export const DmarcReport = NamedObject("DmarcReport", {
  from: Day,
  to: Day,
  messages: Count,
  passed: Count,
  failed: Count,
  reporters: Type.Array(Type.Object({ name: Type.String(), reports: Count })),
  items: Type.Array(
    Type.Object({
      domain: Type.String(),
      source: Type.String({ description: "IP address of the sending server" }),
      headerFrom: Type.String(),
      dkim: OneOf(["pass", "fail"]),
      spf: OneOf(["pass", "fail"]),
      result: OneOf(["pass", "fail"]),
      disposition: OneOf(policies),
      messages: Count,
    }),
    { description: "The 1000 largest rows" },
  ),
  truncated: Flag,
});

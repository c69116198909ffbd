import { Type } from "typebox";
import { Flag, NamedObject } from "../../../kernel/schema.ts";

const FrequencyCap = Type.Unsafe<{ emails: number; days: number } | null>({
  type: ["object", "null"],
  properties: {
    emails: { type: "integer", minimum: 1, maximum: 100 },
    days: { type: "integer", minimum: 1, maximum: 365 },
  },
  required: ["emails", "days"],
  description: "Maximum number of campaigns per contact in a number of days; null means no limit",
});

export const SendingDefaults = NamedObject("SendingDefaults", {
  utmDefaultOn: Type.Boolean({ description: "New drafts start with tracking parameters on" }),
  frequencyCap: FrequencyCap,
});
export const SendingDefaultsInput = NamedObject("SendingDefaultsInput", {
  utmDefaultOn: Flag,
  frequencyCap: Type.Optional(FrequencyCap),
});

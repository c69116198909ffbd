import { expect, it } from "vitest";
import { createFormats } from "../i18n/format.ts";
import { messagesIn } from "../i18n/messages.tsx";
import { describeRules } from "./describe-rules.ts";
import { ruleMessages } from "./rule-messages.ts";
import { rulesMessages } from "./messages.ts";
import { parseTree } from "./tree.ts";

const formats = createFormats("en", "Europe/Prague");

const sources = {
  lists: [{ value: "7", label: "News" }],
  segments: [],
  campaigns: [],
  purposes: [],
  shops: [{ value: "1", label: "Tea", currencies: ["CZK"] }],
  customFields: [],
};

const describe = (match: string, ...rules: object[]) => {
  const { and, or } = messagesIn(rulesMessages, formats);
  return describeRules(
    parseTree({ type: "group", match, rules }),
    { rules: messagesIn(ruleMessages, formats), and, or },
    sources,
  );
};

it.each([
  [["all", { type: "field", field: "city", operator: "eq", value: "Brno" }], "City is Brno"],
  [
    [
      "all",
      { type: "list", operator: "in", listId: "7" },
      {
        type: "group",
        match: "any",
        rules: [
          { type: "engagement", operator: "in", value: "A,B" },
          { type: "order_count", operator: "gte", count: "2", days: "90" },
        ],
      },
    ],
    "List is a member of News and (Engagement is one of A: very active, B: active or Number of orders is at least 2 in the last 90 days)",
  ],
  [["any", { type: "list", operator: "not_in", listId: "" }], "List is not a member of …"],
  [
    ["all", { type: "order_value", operator: "gte", amount: "", currency: "CZK", shopId: "1" }],
    "Value of orders is at least … CZK any time",
  ],
  [["all"], ""],
] as const)("reads %j", ([match, ...rules], text) => {
  expect(describe(match, ...rules)).toBe(text);
});

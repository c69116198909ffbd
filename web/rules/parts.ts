import type { RuleType } from "../../src/features/segments/grammar.ts";
import type { ValueKind } from "./comparisons.ts";
import type { RuleValues } from "./tree.ts";

export type Option = { readonly value: string; readonly label: string };

/** New values of properties; undefined removes one. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** One word or control of the sentence that a rule is. */
export type Part =
  | { readonly kind: "word"; readonly text: string }
  | ({ readonly kind: "choice"; readonly options: readonly Option[]; readonly isSearchable?: boolean } & Control)
  | ({ readonly kind: "choices"; readonly options: readonly Option[] } & Control)
  | ({ readonly kind: "letters"; readonly options: readonly Option[] } & Control)
  | { readonly [Kind in InputKind]: { readonly kind: Kind } & Control }[InputKind];

type InputKind = Exclude<ValueKind, "choice" | "choices" | "none">;

type Control = {
  /** The property that a rejection of the server names. */
  readonly property: string;
  /** The name for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly width?: number;
  readonly pick: (value: string) => Changes;
};

/** Every property has a value. */
export const isComplete = (values: RuleValues): boolean => Object.values(values).every((value) => value.trim() !== "");

/** Properties that are undefined are removed. */
export function withChanges(values: RuleValues, changes: Changes): RuleValues {
  const entries = Object.entries({ ...values, ...changes }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(entries), type: values.type };
}

type ShopOfRule = { readonly shopId: string; readonly currency: string };

/** The rule that "Add condition" begins with; empty values are for the member to fill in. */
export const newRules: { readonly [Name in RuleType]: (shop: ShopOfRule) => RuleValues } = {
  list: () => ({ type: "list", operator: "in", listId: "" }),
  field: () => ({ type: "field", field: "city", operator: "eq", value: "" }),
  custom_field: () => ({ type: "custom_field", fieldId: "" }),
  purpose: () => ({ type: "purpose", operator: "valid", purposeId: "" }),
  segment: () => ({ type: "segment", operator: "in", segmentId: "" }),
  engagement: () => ({ type: "engagement", operator: "in", value: "A,B" }),
  campaign: () => ({ type: "campaign", operator: "opened", campaignId: "" }),
  order_count: () => ({ type: "order_count", operator: "gte", count: "1" }),
  order_value: ({ shopId, currency }) => ({ type: "order_value", operator: "gte", amount: "", currency, shopId }),
  last_order: () => ({ type: "last_order", operator: "in_last_days", days: "30" }),
  order_attribute: () => ({ type: "order_attribute", attribute: "category", operator: "eq", value: "" }),
  rfm: ({ shopId, currency }) => ({ type: "rfm", operator: "in", value: "champions", currency, shopId }),
};

/** The kinds as the menu groups them. */
export const kindGroups = {
  people: ["field", "custom_field", "list", "purpose", "segment"],
  mail: ["engagement", "campaign"],
  orders: ["order_count", "order_value", "last_order", "order_attribute", "rfm"],
} as const satisfies Record<string, readonly RuleType[]>;

export const splitValues = (value: string): string[] =>
  value
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

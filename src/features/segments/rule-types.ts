import type { SqlNode } from "../../db/sql-node.ts";
import { campaignConditions } from "./compile-campaigns.sql.ts";
import type { CompileContext } from "./compile-context.ts";
import { customFieldCondition, fieldCondition } from "./compile-fields.sql.ts";
import {
  lastOrderCondition,
  orderAttributeCondition,
  orderCountCondition,
  orderValueCondition,
  rfmCondition,
} from "./compile-orders.sql.ts";
import {
  engagementCondition,
  listCondition,
  purposeCondition,
  segmentCondition,
  type EnclosingGroup,
} from "./compile-rules.sql.ts";
import type { RuleByType, RuleOf, RuleType } from "./grammar.ts";

/** An object that a rule references; `property` is named in the error about it. */
export type RuleReference =
  | {
      readonly kind: "list" | "purpose" | "campaign" | "shop" | "segment" | "custom_field";
      readonly id: string;
      readonly property: string;
    }
  /** A currency has to be one of the shop's. */
  | { readonly kind: "currency"; readonly id: string; readonly shopId: string; readonly property: string };

type RuleTypeRecord<Name extends RuleType> = {
  /** Tables that the condition reads beside `contact`; their planner statistics are kept fresh. */
  readonly tables: readonly string[];
  /**
   * `columns`: evaluated on the contact's row. `lookup`: evaluated after those, because PostgreSQL evaluates an OR in
   * order.
   */
  readonly cost: "columns" | "lookup";
  /** Whether the rules of one group are compiled together, after all others, or one by one. */
  readonly compiled: "together" | "each";
  references(rule: RuleByType[Name]): readonly RuleReference[];
  /** Conditions on `contact c`. */
  compile(context: CompileContext, rules: readonly RuleByType[Name][], group: EnclosingGroup): SqlNode[];
};

type Compile<Name extends RuleType> = (
  context: CompileContext,
  rule: RuleByType[Name],
  group: EnclosingGroup,
) => SqlNode;

const each = <Name extends RuleType>(compile: Compile<Name>) => ({
  compiled: "each" as const,
  compile: (context: CompileContext, rules: readonly RuleByType[Name][], group: EnclosingGroup): SqlNode[] =>
    rules.map((rule) => compile(context, rule, group)),
});

const noReferences = () => [];
const referToShop = ({ shopId }: { readonly shopId?: string }): RuleReference[] =>
  shopId === undefined ? [] : [{ kind: "shop", id: shopId, property: "shopId" }];

const referToCurrency = ({
  shopId,
  currency,
}: {
  readonly shopId: string;
  readonly currency: string;
}): RuleReference[] => [...referToShop({ shopId }), { kind: "currency", id: currency, shopId, property: "currency" }];

/** Everything about a rule type except its schema in `grammar.ts`; a type without a record does not compile. */
export const ruleTypes: { readonly [Name in RuleType]: RuleTypeRecord<Name> } = {
  list: {
    tables: ["list_member"],
    cost: "lookup",
    references: ({ listId }) => [{ kind: "list", id: listId, property: "listId" }],
    ...each<"list">(listCondition),
  },
  field: {
    tables: ["contact_send_summary"],
    cost: "columns",
    references: noReferences,
    ...each<"field">(fieldCondition),
  },
  order_count: {
    tables: ["contact_order_total", "shop_order"],
    cost: "lookup",
    references: referToShop,
    ...each<"order_count">(orderCountCondition),
  },
  order_value: {
    tables: ["contact_order_total", "shop_order"],
    cost: "lookup",
    references: referToCurrency,
    ...each<"order_value">(orderValueCondition),
  },
  last_order: {
    tables: ["contact_order_total", "shop_order"],
    cost: "lookup",
    references: referToShop,
    ...each<"last_order">(lastOrderCondition),
  },
  order_attribute: {
    tables: ["order_item", "shop_order", "feed_item"],
    cost: "lookup",
    references: referToShop,
    ...each<"order_attribute">(orderAttributeCondition),
  },
  engagement: {
    tables: [],
    cost: "columns",
    references: noReferences,
    ...each<"engagement">(engagementCondition),
  },
  rfm: {
    tables: ["rfm_score"],
    cost: "lookup",
    references: referToCurrency,
    ...each<"rfm">(rfmCondition),
  },
  purpose: {
    tables: ["consent"],
    cost: "lookup",
    references: ({ purposeId }) => [{ kind: "purpose", id: purposeId, property: "purposeId" }],
    ...each<"purpose">(purposeCondition),
  },
  custom_field: {
    tables: [],
    cost: "columns",
    references: ({ fieldId }) => [{ kind: "custom_field", id: fieldId, property: "fieldId" }],
    ...each<"custom_field">(customFieldCondition),
  },
  campaign: {
    tables: ["message"],
    cost: "lookup",
    compiled: "together",
    references: ({ campaignId }) => [{ kind: "campaign", id: campaignId, property: "campaignId" }],
    compile: (context, rules, { match }) => campaignConditions(context, match, rules),
  },
  segment: {
    tables: ["segment_member"],
    cost: "lookup",
    references: ({ segmentId }) => [{ kind: "segment", id: segmentId, property: "segmentId" }],
    ...each<"segment">(segmentCondition),
  },
};

/** The same record for a rule whose type is known only at run time. */
type AnyRule<Name extends RuleType> = RuleByType[Name] & { readonly type: Name };

export const referencesOf = <Name extends RuleType>(rule: AnyRule<Name>): readonly RuleReference[] =>
  ruleTypes[rule.type].references(rule);

export const compileRule = <Name extends RuleType>(
  context: CompileContext,
  rule: AnyRule<Name>,
  group: EnclosingGroup,
): SqlNode[] => ruleTypes[rule.type].compile(context, [rule], group);

export const compileTogether = <Name extends RuleType>(
  context: CompileContext,
  { type, rules }: { readonly type: Name; readonly rules: readonly RuleOf<Name>[] },
  group: EnclosingGroup,
): SqlNode[] => ruleTypes[type].compile(context, rules, group);

/** The gate reads contacts, suppressions and consents; rules read the rest. */
export const joinedTables: readonly string[] = [
  ...new Set(["contact", "suppression", "consent", ...Object.values(ruleTypes).flatMap(({ tables }) => tables)]),
];

import type { Context } from "../../context.ts";
import type { Rule, RuleGroup, RuleOf } from "./grammar.ts";
import { hasSnapshot } from "./compile-context.ts";
import { flattenRules, parseDefinition } from "./parse.ts";
import { findSegment } from "./queries.ts";

/** A part of what the company knows about a contact, as rules read it. */
export type Datum =
  | `field:${string}`
  | `custom_field:${string}`
  | `list:${string}`
  | `segment:${string}`
  | "orders"
  | "consents"
  | "engagement"
  | "campaigns";

function toDatum(rule: Exclude<Rule, RuleOf<"segment">>): Datum {
  switch (rule.type) {
    case "field":
      return `field:${rule.field}`;
    case "custom_field":
      return `custom_field:${rule.fieldId}`;
    case "list":
      return `list:${rule.listId}`;
    case "order_count":
    case "order_value":
    case "last_order":
    case "order_attribute":
    case "rfm":
      return "orders";
    case "purpose":
      return "consents";
    case "engagement":
      return "engagement";
    case "campaign":
      return "campaigns";
  }
}

/** What the rules read, also through the segments that they name. */
export async function dataReadBy(ctx: Context, definition: RuleGroup): Promise<ReadonlySet<Datum>> {
  const read = new Set<Datum>();
  await addDefinition(ctx, definition, read);
  return read;
}

export async function dataReadBySegments(ctx: Context, ids: readonly string[]): Promise<ReadonlySet<Datum>> {
  const read = new Set<Datum>();
  for (const id of ids) await addSegment(ctx, id, read);
  return read;
}

async function addDefinition(ctx: Context, definition: RuleGroup, read: Set<Datum>): Promise<void> {
  for (const { rule } of flattenRules(definition)) {
    if (rule.type === "segment") await addSegment(ctx, rule.segmentId, read);
    else read.add(toDatum(rule));
  }
}

/** The members of a snapshot change only when it is taken again. */
async function addSegment(ctx: Context, id: string, read: Set<Datum>): Promise<void> {
  if (read.has(`segment:${id}`)) return;
  read.add(`segment:${id}`);
  const segment = await findSegment(ctx.db, id);
  if (segment === undefined || hasSnapshot(segment)) return;
  await addDefinition(ctx, parseDefinition(segment.definition), read);
}

import type { Context } from "../../context.ts";
import { memberIdOf } from "../../kernel/actor.ts";
import { addMs, minutes } from "../../kernel/local-time.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { listVerifiedSenders } from "../sending/senders/queries.ts";
import { listCounts, type CountRecord } from "./counts.queries.ts";
import * as choices from "./choices.queries.ts";
import { deleteEditing, listEditors, upsertEditing } from "./editing.queries.ts";
import { nodeTypes } from "./graph/schema.ts";
import { getAutomation, getAutomationRecord } from "./service.ts";
import type { AutomationCounts } from "./shapes.ts";

/** An editor that is open reports more often than this. */
const editingMs = minutes(1);

export async function reportEditing(ctx: Context, id: string, { active }: { active: boolean }) {
  await getAutomationRecord(ctx, id);
  const at = ctx.clock.now();
  const memberId = memberIdOf(ctx.actor);
  if (memberId !== null) {
    const report = { automationId: id, memberId, at, before: addMs(at, -editingMs) };
    await ctx.db.transaction((db) => (active ? upsertEditing(db, report) : deleteEditing(db, report)));
  }
  return { editors: await currentEditors(ctx, id) };
}

const currentEditors = async ({ db, clock }: Context, id: string): Promise<{ email: string }[]> => [
  ...(await listEditors(db, id, addMs(clock.now(), -editingMs))),
];

export async function getEditor(ctx: Context, id: string) {
  const automation = await getAutomation(ctx, id);
  const { db } = ctx;
  const { shopId } = automation;
  const [counts, lists, segments, templates, senders, fields, automations, editors] = await Promise.all([
    listCounts(db, id),
    choices.listLists(db, shopId),
    choices.listSegments(db, shopId),
    choices.listTemplates(db, shopId),
    listVerifiedSenders(db, shopId),
    listFields(db),
    choices.listAutomations(db, shopId),
    currentEditors(ctx, id),
  ]);
  return {
    automation,
    counts: toCounts(counts, automation.version, keysOf(automation.graph.nodes)),
    types: nodeTypes,
    lists,
    segments,
    templates,
    senders: senders.map(({ id: senderId, name, email }) => ({ id: senderId, name, email })),
    customFields: fields.map(({ id: fieldId, name, type }) => ({ id: fieldId, name, type })),
    automations,
    editors,
  };
}

const keysOf = (nodes: readonly unknown[]): string[] =>
  nodes.flatMap((node) => (typeof node === "object" && node !== null && "id" in node ? [String(node.id)] : []));

/** Numbers of all nodes of the newest graph; counters of removed nodes are not shown. */
export function toCounts(rows: readonly CountRecord[], version: number, keys: readonly string[]): AutomationCounts {
  const count = (node: string, measure: CountRecord["measure"]): number =>
    rows.find((row) => row.node === node && row.output === "" && row.measure === measure)?.n ?? 0;
  const outputs = (node: string) =>
    Object.fromEntries(
      rows
        .filter((row) => row.node === node && row.output !== "" && row.measure === "passed")
        .map(({ output, n }) => [output, n]),
    );
  return {
    version,
    entered: count("", "entered"),
    active: count("", "active"),
    completed: count("", "completed"),
    nodes: Object.fromEntries(
      keys.map((key) => [key, { waiting: count(key, "waiting"), passed: count(key, "passed"), outputs: outputs(key) }]),
    ),
  };
}

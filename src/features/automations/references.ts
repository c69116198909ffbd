import type { Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { ApiError } from "../../kernel/errors.ts";
import { listFields, type FieldRecord } from "../contacts/fields/queries.ts";
import { parseValue } from "../contacts/fields/values.ts";
import type { RuleGroup } from "../segments/grammar.ts";
import { flattenRules, parseDefinition } from "../segments/parse.ts";
import { rejectCycles, rejectUnknownReferences } from "../segments/references.ts";
import { referencesOf } from "../segments/rule-types.ts";
import { customFieldIdOf, referenceKinds, type ReferenceKind } from "./graph/config-field.ts";
import type { GraphNode } from "./graph/graph.ts";
import { createIssue, type Issue } from "./graph/issues.ts";
import type { NodeReference, ParsedGraph } from "./graph/parse.ts";
import * as queries from "./references.queries.ts";
import type { FoundObject, NamedObject, ReferenceUse } from "./references.queries.ts";
import { findTemplateIssues } from "./template-issues.ts";

type Resolver = (db: TenantDb, ids: readonly string[], use: ReferenceUse) => Promise<readonly FoundObject[]>;

/** How each kind of object is found. */
const resolvers: Readonly<Record<Exclude<ReferenceKind, "custom_field">, Resolver>> = {
  list: queries.findLists,
  segment: queries.findSegments,
  template: queries.findTemplates,
  sender: queries.findSenders,
  campaign: queries.findCampaigns,
  automation: queries.findAutomations,
  survey: queries.findSurveys,
  member: queries.findMembers,
  form: queries.findForms,
  coupon_stack: queries.findCouponStacks,
};

export type CheckOptions = { readonly shopId: string; readonly use: ReferenceUse };

/** Issues about what a graph names: it has to exist in the company and to belong to the shop or to the whole company. */
export async function findReferenceIssues(
  ctx: Context,
  { graph, references }: ParsedGraph,
  options: CheckOptions,
): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const kind of referenceKinds) {
    const ofKind = references.filter((reference) => reference.kind === kind);
    if (kind === "custom_field" || ofKind.length === 0) continue;
    const ids = [...new Set(ofKind.map(({ id }) => id))];
    const found = await resolvers[kind](ctx.db, ids, options.use);
    issues.push(...ofKind.flatMap((reference) => findObjectIssues(reference, found, options.shopId)));
  }
  const templates = references.filter(({ kind }) => kind === "template");
  if (templates.length > 0)
    issues.push(...(await findTemplateIssues(ctx.db, toSentTemplates(graph.nodes, templates), options.shopId)));
  const fieldReferences = references.filter(({ kind }) => kind === "custom_field");
  const fields = fieldReferences.length === 0 ? [] : await listFields(ctx.db);
  issues.push(...fieldReferences.flatMap((reference) => findFieldIssues(reference, fields)));
  issues.push(...graph.nodes.flatMap((node) => findValueIssues(node, fields)));
  return [...issues, ...(await findDefinitionIssues(ctx, graph.nodes, options.shopId))];
}

/** The templates with what their steps send instead of the templates' preheaders. */
const toSentTemplates = (nodes: readonly GraphNode[], references: readonly NodeReference[]) =>
  references.map((reference) => {
    const preheader = nodes.find(({ id }) => id === reference.node)?.config["preheader"];
    return typeof preheader === "string" ? { ...reference, preheader } : reference;
  });

function findObjectIssues(
  { node, field, kind, id }: NodeReference,
  found: readonly FoundObject[],
  shopId: string,
): Issue[] {
  const object = found.find((item) => item.id === id);
  const isUsable = object !== undefined && (object.shopId === null || object.shopId === shopId);
  if (!isUsable) return [createIssue("reference", node, field, { kind, id })];
  const { reason = null } = object;
  return reason === null ? [] : [createIssue("missing", node, field, { reason })];
}

function findFieldIssues({ node, field, kind, id, isDate }: NodeReference, fields: readonly FieldRecord[]): Issue[] {
  const found = fields.find((item) => item.id === id);
  const isUsable = found !== undefined && (isDate !== true || found.type === "date");
  return isUsable ? [] : [createIssue("reference", node, field, { kind, id })];
}

/** A value for a custom field depends on the field's type and options. */
function findValueIssues({ id, type, config }: GraphNode, fields: readonly FieldRecord[]): Issue[] {
  const { field: name, value = null } = config;
  const field = type === "set_field" ? fields.find((item) => item.id === customFieldIdOf(name)) : undefined;
  if (field === undefined || value === null || parseValue(field, value) !== undefined) return [];
  return [createIssue("config", id, "value")];
}

type NodeDefinition = { readonly node: string; readonly definition: RuleGroup };

const toDefinitions = (nodes: readonly GraphNode[]): NodeDefinition[] =>
  nodes.flatMap(({ id, type, config }) =>
    type === "condition" && config["definition"] !== undefined
      ? [{ node: id, definition: parseDefinition(config["definition"]) }]
      : [],
  );

/** All definitions are checked together first: most graphs have no problem. */
async function findDefinitionIssues(ctx: Context, nodes: readonly GraphNode[], shopId: string): Promise<Issue[]> {
  const definitions = toDefinitions(nodes);
  if (definitions.length === 0) return [];
  const together: RuleGroup = { type: "group", match: "all", rules: definitions.map(({ definition }) => definition) };
  if ((await findDefinitionProblem(ctx, together, shopId)) === undefined) return [];
  const issues: Issue[] = [];
  for (const { node, definition } of definitions) {
    const problem = await findDefinitionProblem(ctx, definition, shopId);
    if (problem !== undefined) issues.push(createIssue("reference", node, problem.message, problem.params));
  }
  return issues;
}

async function findDefinitionProblem(
  ctx: Context,
  definition: RuleGroup,
  shopId: string,
): Promise<ApiError | undefined> {
  try {
    await rejectUnknownReferences(ctx, definition, shopId);
    await rejectCycles(ctx, undefined, definition);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === "validation") return error;
    throw error;
  }
}

const isReferenceKind = (kind: string): kind is ReferenceKind => referenceKinds.some((item) => item === kind);

/** Everything that the graph names, also inside definitions. */
export function namedObjects({ graph, references }: ParsedGraph): NamedObject[] {
  const inDefinitions = toDefinitions(graph.nodes)
    .flatMap(({ definition }) => flattenRules(definition).flatMap(({ rule }) => [...referencesOf(rule)]))
    .flatMap(({ kind, id }) => (isReferenceKind(kind) ? [{ kind, id }] : []));
  const all = [...references.map(({ kind, id }) => ({ kind, id })), ...inDefinitions];
  return [...new Map(all.map((object) => [`${object.kind} ${object.id}`, object])).values()];
}

import {
  findStep,
  findTrigger,
  maxEdgeIdLength,
  maxEdges,
  maxNodes,
  stepTypes,
  triggerTypes,
  type NodeType,
} from "../grammar.ts";
import type { ConfigField, ConfigReference } from "./config-field.ts";
import { createIssue, type Issue } from "./issues.ts";
import { isObject, type JsonObject } from "./json.ts";
import { emptyGraph, type GraphEdge, type Graph, type GraphNode } from "./graph.ts";
import { findEdgeIssues, findShapeIssues } from "./structure.ts";
import { storedSecretKey, withSecretStates } from "./webhook-secrets.ts";

export type NodeReference = ConfigReference & { readonly node: string };

export type ParsedGraph = {
  /** The graph without unknown properties, and without nodes and edges that cannot be read. */
  readonly graph: Graph;
  readonly issues: readonly Issue[];
  readonly references: readonly NodeReference[];
};

/** The stored secrets of webhook nodes by `storedSecretKey`; `as sent` believes the graph. */
export type StoredSecrets = ReadonlySet<string> | "as sent";

const nodeTypeNames: readonly string[] = [...Object.keys(triggerTypes), ...Object.keys(stepTypes)];

const keyPattern = /^[A-Za-z0-9_-]{1,64}$/;
const isKey = (value: unknown): value is string => typeof value === "string" && keyPattern.test(value);

/** Free text of one line, which editors choose; nothing refers to it. */
const edgeIdPattern = new RegExp(`^\\P{Cc}{1,${maxEdgeIdLength}}$`, "u");
const isEdgeId = (value: unknown): value is string => typeof value === "string" && edgeIdPattern.test(value);

/** Parses a graph and lists everything that is wrong with it, except references, which need the database. */
export function parseGraph(input: JsonObject, secrets: StoredSecrets): ParsedGraph {
  const { nodes = [], edges = [] } = input;
  const wrong = (["nodes", "edges"] as const).filter((name) => !Array.isArray(input[name] ?? []));
  const limits = [
    ...wrong.map((name) => createIssue("config", null, name)),
    ...(Array.isArray(nodes) && nodes.length > maxNodes
      ? [createIssue("nodes_limit", null, "nodes", { max: maxNodes })]
      : []),
    ...(Array.isArray(edges) && edges.length > maxEdges
      ? [createIssue("edges_limit", null, "edges", { max: maxEdges })]
      : []),
  ];
  if (limits.length > 0 || !Array.isArray(nodes) || !Array.isArray(edges)) {
    return { graph: emptyGraph, issues: limits, references: [] };
  }
  const readNodes = parseNodes(nodes, secrets);
  const readEdges = parseEdges(edges);
  const graph = { nodes: readNodes.nodes, edges: readEdges.edges };
  const issues = [
    ...readNodes.issues,
    ...readEdges.issues,
    ...findEdgeIssues(graph, readEdges.places),
    ...findShapeIssues(graph),
  ];
  return { graph, issues, references: readNodes.references };
}

type ReadNodes = { nodes: GraphNode[]; issues: Issue[]; references: NodeReference[] };

function parseNodes(inputs: readonly unknown[], secrets: StoredSecrets): ReadNodes {
  const read: ReadNodes = { nodes: [], issues: [], references: [] };
  const seen = new Set<string>();
  for (const [index, input] of inputs.entries()) {
    const id = isObject(input) ? input["id"] : undefined;
    if (!isObject(input) || !isKey(id) || seen.has(id)) {
      read.issues.push(createIssue("node_id", isKey(id) ? id : null, `nodes.${index}.id`));
      continue;
    }
    seen.add(id);
    const { node, issues, references } = parseNode(id, input, secrets);
    read.nodes.push(node);
    read.issues.push(...issues);
    read.references.push(...references.map((reference) => ({ ...reference, node: id })));
  }
  return read;
}

type ReadNode = {
  readonly node: GraphNode;
  readonly issues: readonly Issue[];
  readonly references: readonly ConfigReference[];
};

function parseNode(id: string, input: JsonObject, secrets: StoredSecrets): ReadNode {
  const { type, config: given = {} } = input;
  const position = parsePosition(input["position"]);
  const place = position === undefined ? {} : { position };
  const nodeType = typeof type === "string" ? (findTrigger(type) ?? findStep(type)) : undefined;
  if (typeof type !== "string" || nodeType === undefined) {
    return {
      node: { id, type: String(type), config: {}, ...place },
      issues: [createIssue("node_type", id, "type", { allowed: nodeTypeNames })],
      references: [],
    };
  }
  const own = [
    ...(isObject(given) ? [] : [createIssue("config", id, "config")]),
    ...(input["position"] === undefined || position !== undefined ? [] : [createIssue("config", id, "position")]),
    ...(findStep(type)?.isImplemented === false ? [createIssue("not_implemented", id, "type", { type })] : []),
  ];
  const { config, issues, references } = parseConfig(
    id,
    nodeType,
    isObject(given) ? withStoredStates({ id, type, config: given }, secrets) : {},
  );
  return { node: { id, type, config, ...place }, issues: [...own, ...issues], references };
}

/** `passwordSet` and `valueSet` say what is stored, whatever was sent. */
function withStoredStates({ id, type, config }: GraphNode, secrets: StoredSecrets): JsonObject {
  if (secrets === "as sent" || type !== "webhook") return config;
  return withSecretStates(config, (place) => secrets.has(storedSecretKey(id, place)));
}

function parseConfig(id: string, { fields, check }: NodeType, given: JsonObject) {
  const values: [string, unknown][] = [];
  const issues: Issue[] = [];
  const references: ConfigReference[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (isAbsent(field, given[name])) {
      if (field.isRequired) issues.push(createIssue("missing", id, name));
      continue;
    }
    const reading = field.read(name, given[name]);
    const { problems = [] } = reading;
    issues.push(...problems.map(({ field: path, code, params }) => createIssue(code, id, path, params)));
    references.push(...(reading.references ?? []));
    if (problems.length === 0) values.push([name, reading.value]);
  }
  const config = Object.fromEntries(values);
  issues.push(...(check?.(config) ?? []).map(({ field, code, params }) => createIssue(code, id, field, params)));
  return { config, issues, references };
}

const isAbsent = ({ isNullable }: ConfigField, value: unknown): boolean =>
  value === undefined ||
  (value === null && isNullable !== true) ||
  (typeof value === "string" && value.trim() === "" && isNullable !== true) ||
  (Array.isArray(value) && value.length === 0);

const isCoordinate = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= 1e7;

function parsePosition(input: unknown): { x: number; y: number } | undefined {
  if (!isObject(input)) return undefined;
  const { x, y } = input;
  return isCoordinate(x) && isCoordinate(y) ? { x, y } : undefined;
}

type ReadEdges = { edges: GraphEdge[]; places: number[]; issues: Issue[] };

function parseEdges(inputs: readonly unknown[]): ReadEdges {
  const edges: GraphEdge[] = [];
  const places: number[] = [];
  const issues: Issue[] = [];
  for (const [index, input] of inputs.entries()) {
    const { id = `e${index + 1}`, from, output = "next", to } = isObject(input) ? input : {};
    if (!isKey(from) || !isKey(to)) issues.push(createIssue("edge_node", isKey(from) ? from : null, `edges.${index}`));
    else if (!isEdgeId(id)) issues.push(createIssue("config", from, `edges.${index}.id`));
    else if (!isKey(output)) issues.push(createIssue("edge_output", from, `edges.${index}.output`));
    else {
      edges.push({ id, from, output, to });
      places.push(index);
    }
  }
  return { edges, places, issues };
}

import { Type, type TSchema } from "typebox";
import { maxEdgeIdLength, maxEdges, maxNodes, stepTypes, triggerTypes, type NodeType } from "../grammar.ts";
import { nodeKeyPattern, noControlPattern } from "../../../kernel/schema.ts";

const nodeKey = Type.String({ ...nodeKeyPattern });
const edgeId = Type.String({
  minLength: 1,
  maxLength: maxEdgeIdLength,
  ...noControlPattern,
  description: "Free text; e1, e2 and so on when left out",
});

const configSchema = ({ fields }: NodeType) => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]): [string, TSchema] => [name, schema])),
});

const requiredFields = ({ fields }: NodeType): string[] =>
  Object.entries(fields).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));

const nodeSchema = ([type, nodeType]: readonly [string, NodeType]) => {
  const required = requiredFields(nodeType);
  const needed = required.length === 0 ? "" : `. Needed for activation: ${required.join(", ")}`;
  return {
    type: "object",
    title: type,
    description: `${nodeType.summary}${needed}`,
    required: ["id", "type"],
    properties: {
      id: nodeKey,
      type: { const: type },
      config: configSchema(nodeType),
      position: { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } },
    },
  };
};

const allTypes = Object.entries<NodeType>({ ...triggerTypes, ...stepTypes });

/** The published schema of a graph; the parser is `parse.ts`, with the same tables. */
export const graphSchema = {
  $ref: "#/$defs/AutomationGraph",
  $defs: {
    AutomationGraph: {
      type: "object",
      description: `At most ${maxNodes} nodes and ${maxEdges} edges; each node is passed at most once per run`,
      properties: {
        nodes: { type: "array", maxItems: maxNodes, items: { $ref: "#/$defs/AutomationNode" } },
        edges: { type: "array", maxItems: maxEdges, items: { $ref: "#/$defs/AutomationEdge" } },
      },
    },
    AutomationNode: { oneOf: allTypes.map(nodeSchema) },
    AutomationEdge: {
      type: "object",
      description: "From an output of a node to a step; an output without an edge ends the run",
      required: ["from", "to"],
      properties: {
        id: edgeId,
        from: nodeKey,
        output: { type: "string", default: "next", description: "next; yes or no of a condition; a share of a split" },
        to: nodeKey,
      },
    },
  },
};

const describeType = (type: string, nodeType: NodeType) => ({
  type,
  summary: nodeType.summary,
  required: requiredFields(nodeType),
  config: configSchema(nodeType),
});

/** Triggers and steps as data, for the editor. */
export const nodeTypes = {
  triggers: Object.entries(triggerTypes).map(([type, one]) => ({
    ...describeType(type, one),
    outputs: ["next"],
    transactional: one.isTransactional,
  })),
  steps: Object.entries(stepTypes).map(([type, one]) => ({
    ...describeType(type, one),
    outputs: [...(one.outputs({}) ?? [])],
    waits: one.canWait,
    implemented: one.isImplemented,
  })),
};

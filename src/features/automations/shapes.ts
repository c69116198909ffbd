import { Type, type Static } from "typebox";
import {
  AnyObject,
  CheckedByParser,
  Count,
  Flag,
  Id,
  Name,
  NullableText,
  OneOf,
  Time,
  withDescription,
  nodeKeyPattern,
  NamedObject,
} from "../../kernel/schema.ts";
import { Tags } from "../labels/shapes.ts";
import { starterLanguages } from "../starters/catalogue.ts";
import { errorCodes, incompleteCodes } from "./graph/issues.ts";
import { graphSchema } from "./graph/schema.ts";
import { recipeKeys } from "./recipes/catalogue.ts";
import { TimeSpec } from "./time/spec.ts";

export const automationStatuses = ["draft", "active", "paused"] as const;
export type AutomationStatus = (typeof automationStatuses)[number];

export const NodeKey = Type.String({ ...nodeKeyPattern, description: "Key of a node" });

const GraphInput = CheckedByParser(graphSchema);
const Description = Type.String({ maxLength: 5000 });
const Transactional = withDescription(
  Flag,
  "Its e-mails also reach customers of a shop with the customer exception; only for a graph whose triggers allow it",
);

const edge = Type.Object({ id: Type.String(), from: Type.String(), output: Type.String(), to: Type.String() });

export const AutomationInput = NamedObject("AutomationInput", {
  name: Name,
  shopId: Id,
  description: Type.Optional(Description),
  tags: Type.Optional(Tags),
  graph: Type.Optional(GraphInput),
  recipe: Type.Optional(
    withDescription(OneOf(recipeKeys), "Instead of a graph: a recipe, with its templates (GET /automations/recipes)"),
  ),
  transactional: Type.Optional(Transactional),
});

export const Recipe = NamedObject("Recipe", {
  key: OneOf(recipeKeys),
  language: OneOf(starterLanguages),
  name: Type.String(),
  description: Type.String(),
  graph: withDescription(
    Type.Object({ nodes: Type.Array(AnyObject), edges: Type.Array(edge) }),
    "Its e-mails get a sender and a template when it becomes an automation",
  ),
  emails: Type.Array(Type.Object({ node: Type.String(), subject: Type.String(), preheader: Type.String() })),
});

export const AutomationChange = NamedObject("AutomationChange", {
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  tags: Type.Optional(Tags),
  transactional: Type.Optional(Transactional),
});

export const AutomationCopyInput = NamedObject("AutomationCopyInput", { name: Type.Optional(Name) });

export const GraphSave = NamedObject("GraphSave", {
  graph: GraphInput,
  baseVersion: Type.Integer({ minimum: 1, description: "The version that the change is based on" }),
  confirmRunning: Type.Optional(withDescription(Flag, "Required for an active automation")),
});

const publishedNode = CheckedByParser({ $ref: "#/$defs/AutomationNode", $defs: graphSchema.$defs });

const SavedGraph = NamedObject("SavedGraph", {
  nodes: Type.Array(publishedNode),
  edges: Type.Array(edge),
  version: Count,
});

const Issue = NamedObject("GraphIssue", {
  node: withDescription(NullableText(), "The node; null for the graph as a whole"),
  field: withDescription(NullableText(), "The path in the node's config, or in the graph"),
  path: withDescription(Type.String(), "The path in the JSON, such as graph.nodes.3.config.spec.amount"),
  code: OneOf([...errorCodes, ...incompleteCodes]),
  params: AnyObject,
});

const rowProperties = {
  id: Id,
  name: Type.String(),
  shopId: Id,
  status: OneOf(automationStatuses),
  description: Type.String(),
  tags: Type.Array(Type.String()),
  transactional: Flag,
  entered: withDescription(Count, "Contacts that entered"),
  active: withDescription(Count, "Contacts that are in it now"),
  sent: withDescription(Count, "E-mails sent"),
  version: withDescription(Count, "Of the graph"),
  createdAt: Time,
};

export const AutomationRow = NamedObject("AutomationRow", rowProperties);
export const Automation = NamedObject("Automation", {
  ...rowProperties,
  graph: SavedGraph,
  issues: withDescription(Type.Array(Issue), "What blocks activation"),
});

export const GraphValidationInput = NamedObject("GraphValidationInput", { shopId: Id, graph: GraphInput });
export const GraphValidation = NamedObject("GraphValidation", {
  errors: withDescription(Type.Array(Issue), `Prevent saving: ${errorCodes.join(", ")}`),
  incomplete: withDescription(Type.Array(Issue), `Block activation: ${incompleteCodes.join(", ")}`),
});

export const TimeInput = NamedObject("TimeInput", {
  spec: CheckedByParser(TimeSpec),
  place: withDescription(OneOf(["condition", "wait"]), "The deadline of a condition counts as a wait"),
  base: Type.Optional(Type.String({ maxLength: 40, description: "ISO 8601; now when left out" })),
});
export const ResolvedTime = NamedObject("ResolvedTime", {
  at: Time,
  local: Type.String({ description: "YYYY-MM-DDTHH:MM of the company" }),
});

export const VersionRow = NamedObject("AutomationVersionRow", { version: Count, at: Time });
export const Version = NamedObject("AutomationVersion", { version: Count, at: Time, graph: SavedGraph });

export const EditingInput = NamedObject("AutomationEditingInput", {
  active: withDescription(Flag, "False when the editor is closed"),
});
const editors = Type.Array(Type.Object({ email: Type.String() }));
export const Editors = NamedObject("AutomationEditors", { editors });

export const AutomationCounts = NamedObject("AutomationCounts", {
  version: Count,
  entered: Count,
  active: Count,
  completed: Count,
  nodes: Type.Record(
    Type.String(),
    Type.Object({ waiting: Count, passed: Count, outputs: Type.Record(Type.String(), Count) }),
  ),
});
export type AutomationCounts = Static<typeof AutomationCounts>;

const NodeTypeShape = {
  type: Type.String(),
  summary: Type.String(),
  required: Type.Array(Type.String(), { description: "Fields needed for activation" }),
  config: withDescription(AnyObject, "JSON Schema of the config"),
  outputs: Type.Array(Type.String()),
};

const named = Type.Array(Type.Object({ id: Id, name: Type.String() }));

export const Editor = NamedObject("AutomationEditor", {
  automation: Automation,
  counts: AutomationCounts,
  types: Type.Object({
    triggers: Type.Array(Type.Object({ ...NodeTypeShape, transactional: Flag })),
    steps: Type.Array(Type.Object({ ...NodeTypeShape, waits: Flag, implemented: Flag })),
  }),
  lists: named,
  segments: named,
  templates: named,
  senders: Type.Array(Type.Object({ id: Id, name: Type.String(), email: Type.String() })),
  customFields: Type.Array(Type.Object({ id: Id, name: Type.String(), type: Type.String() })),
  automations: named,
  editors,
});

import type { Letter } from "../../content/brand/branded-email.ts";
import type { StarterLanguage } from "../../starters/catalogue.ts";
import type { GraphEdge, GraphNode } from "../graph/graph.ts";
import type { JsonObject } from "../graph/json.ts";

export const recipeKeys = [
  "welcome",
  "abandoned_cart",
  "after_purchase",
  "review_request",
  "win_back",
  "birthday",
  "name_day",
  "re_permission",
] as const;
export type RecipeKey = (typeof recipeKeys)[number];

export type RecipeEmail = Pick<Letter, "title" | "paragraphs" | "button"> & {
  /** Name of the template. */
  readonly name: string;
  readonly subject: string;
  readonly preheader: string;
};

export type RecipeTexts = {
  readonly name: string;
  readonly description: string;
  /** E-mails by the key of their node. */
  readonly emails: Readonly<Record<string, RecipeEmail>>;
};

export type RecipeLanguage = StarterLanguage;
export type RecipesInLanguage = Readonly<Record<RecipeKey, RecipeTexts>>;

/** The shape of a recipe; its e-mails have no sender, template and subject yet. */
export type RecipeGraph = { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] };

const distance = 140;

type NodeOf = readonly [id: string, type: string, config?: JsonObject];

/** Nodes one below the other, and edges as `from output to`. */
export const recipeGraph = (nodes: readonly NodeOf[], edges: readonly string[]): RecipeGraph => ({
  nodes: nodes.map(([id, type, config = {}], index) => ({
    id,
    type,
    config,
    position: { x: 0, y: index * distance },
  })),
  edges: edges.map((edge, index) => {
    const [from = "", output = "", to = ""] = edge.split(" ");
    return { id: `e${index + 1}`, from, output, to };
  }),
});

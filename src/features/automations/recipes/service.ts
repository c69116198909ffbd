import type { Context } from "../../../context.ts";
import { availableName } from "../../../db/unique-names.ts";
import { requireShop } from "../../contacts/shops.ts";
import { findDefaultLanguage, templateNames } from "../../content/templates/queries.ts";
import { compileTemplate, insertTemplate, type CompiledTemplate } from "../../content/templates/service.ts";
import { listVerifiedSenders } from "../../sending/senders/queries.ts";
import type { Graph } from "../graph/graph.ts";
import {
  recipeKeys,
  recipeLanguage,
  type RecipeKey,
  type RecipeLanguage,
  type RecipesInLanguage,
} from "./catalogue.ts";
import { recipeMjml } from "./email.ts";
import { recipeGraphs } from "./graphs.ts";
import { czechRecipes } from "./texts-cs.ts";
import { englishRecipes } from "./texts-en.ts";

const textsByLanguage: Readonly<Record<RecipeLanguage, RecipesInLanguage>> = { cs: czechRecipes, en: englishRecipes };

const findLanguage = async ({ db }: Context, shopId: string | null): Promise<RecipeLanguage> =>
  recipeLanguage(await findDefaultLanguage(db, shopId));

/** All recipes in the language of the shop, or of the company. */
export async function listRecipes(ctx: Context, shopId: string | undefined) {
  await requireShop(ctx.db, shopId, "shop");
  const language = await findLanguage(ctx, shopId ?? null);
  return { items: recipeKeys.map((key) => presentRecipe(key, language)) };
}

function presentRecipe(key: RecipeKey, language: RecipeLanguage) {
  const { name, description, emails } = textsByLanguage[language][key];
  const { nodes, edges } = recipeGraphs[key](language);
  return {
    key,
    language,
    name,
    description,
    graph: { nodes: [...nodes], edges: [...edges] },
    emails: Object.entries(emails).map(([node, { subject, preheader }]) => ({ node, subject, preheader })),
  };
}

/** A recipe whose templates are compiled; nothing is written yet. */
export type PreparedRecipe = {
  readonly description: string;
  readonly graph: Graph;
  /** By the key of the e-mail node. */
  readonly templates: ReadonlyMap<string, CompiledTemplate>;
};

export async function prepareRecipe(ctx: Context, key: RecipeKey, shopId: string): Promise<PreparedRecipe> {
  const language = await findLanguage(ctx, shopId);
  const { description, emails } = textsByLanguage[language][key];
  const templates = await Promise.all(
    Object.entries(emails).map(async ([node, email]) => {
      const { name, subject, preheader } = email;
      const content = { kind: "mjml", mjml: recipeMjml(language, email) } as const;
      return [node, await compileTemplate(ctx, { name, shopId, subject, preheader, ...content })] as const;
    }),
  );
  return { description, graph: recipeGraphs[key](language), templates: new Map(templates) };
}

/**
 * Writes the templates in the transaction of the automation and returns the graph that names them. The sender is the first
 * verified one of the shop; without one it is left out, which blocks activation only.
 */
export async function writeRecipe(ctx: Context, shopId: string, { graph, templates }: PreparedRecipe): Promise<Graph> {
  const [sender] = await listVerifiedSenders(ctx.db, shopId);
  const configs = new Map<string, object>();
  for (const [node, template] of templates) {
    const { write } = template;
    const name = await availableName(ctx, templateNames, write.name);
    const { id: templateId } = await insertTemplate(ctx, { ...template, write: { ...write, name } });
    const { subject } = write;
    configs.set(node, { ...(sender === undefined ? {} : { senderId: sender.id }), subject, templateId });
  }
  const nodes = graph.nodes.map((node) => ({ ...node, config: { ...node.config, ...configs.get(node.id) } }));
  return { nodes, edges: graph.edges };
}

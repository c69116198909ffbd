import type { Context } from "../../../context.ts";
import { availableName } from "../../../db/unique-names.ts";
import { requireShop } from "../../contacts/shops.ts";
import { brandedEmail } from "../../content/brand/branded-email.ts";
import { findEmailBrand } from "../../content/brand/queries.ts";
import { findDefaultLanguage, templateNames } from "../../content/templates/queries.ts";
import { compileTemplate, insertTemplate, type CompiledTemplate } from "../../content/templates/service.ts";
import { listVerifiedSenders } from "../../sending/senders/queries.ts";
import { starterLanguage } from "../../starters/catalogue.ts";
import type { Graph } from "../graph/graph.ts";
import { recipeKeys, type RecipeKey, type RecipeLanguage } from "./catalogue.ts";
import { recipeGraphs } from "./graphs.ts";
import { recipeTexts } from "./texts.ts";

const findLanguage = async ({ db }: Context, shopId: string | null): Promise<RecipeLanguage> =>
  starterLanguage(await findDefaultLanguage(db, shopId));

/** All recipes in the language of the shop, or of the company. */
export async function listRecipes(ctx: Context, shopId: string | undefined) {
  await requireShop(ctx.db, shopId, "shop");
  const language = await findLanguage(ctx, shopId ?? null);
  return { items: recipeKeys.map((key) => presentRecipe(key, language)) };
}

function presentRecipe(key: RecipeKey, language: RecipeLanguage) {
  const { name, description, emails } = recipeTexts[language][key];
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
  /** Templates by the key of the e-mail node. */
  readonly templates: ReadonlyMap<string, CompiledTemplate>;
};

export async function prepareRecipe(ctx: Context, key: RecipeKey, shopId: string): Promise<PreparedRecipe> {
  const [language, brand] = await Promise.all([findLanguage(ctx, shopId), findEmailBrand(ctx.db, shopId)]);
  const { description, emails } = recipeTexts[language][key];
  const templates = await Promise.all(
    Object.entries(emails).map(async ([node, email]) => {
      const { name, subject, preheader } = email;
      const content = { kind: "blocks", blocks: brandedEmail(brand, language, email) } as const;
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

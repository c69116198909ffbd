import type { RecipeLanguage, RecipesInLanguage } from "./catalogue.ts";
import { czechRecipes } from "./texts-cs.ts";
import { englishRecipes } from "./texts-en.ts";
import { slovakRecipes } from "./texts-sk.ts";

export const recipeTexts: Readonly<Record<RecipeLanguage, RecipesInLanguage>> = {
  cs: czechRecipes,
  sk: slovakRecipes,
  en: englishRecipes,
};

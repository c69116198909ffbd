import type { Starter, StarterKey, StarterLanguage } from "./catalogue.ts";

export const starters: readonly Starter[] = [];

export const findStarter = (key: StarterKey, language: StarterLanguage): Starter | undefined =>
  starters.find((starter) => starter.key === key && starter.language === language);

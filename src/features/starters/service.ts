import { toHtml } from "../../mail/render/content.ts";
import type { StarterLanguage } from "./catalogue.ts";
import { starters } from "./starters.ts";

export async function listStarters(language: StarterLanguage | undefined) {
  const chosen = starters.filter((starter) => language === undefined || starter.language === language);
  const items = chosen.map(async ({ source, ...starter }) => {
    const { html } = await toHtml(source);
    return { ...starter, kind: source.kind, html };
  });
  return { items: await Promise.all(items) };
}

export const pageLanguages = ["cs", "sk", "en"] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** The page language for a language code; English when it is not supported. */
export const pageLanguage = (language: string | null): PageLanguage =>
  pageLanguages.find((known) => known === language) ?? "en";

/** The supported language that Accept-Language prefers; English otherwise. */
export function negotiatePageLanguage(acceptLanguage: string | undefined): PageLanguage {
  const preferences = (acceptLanguage ?? "")
    .slice(0, 500)
    .split(",")
    .map((preference) => {
      const [tag = "", ...parameters] = preference
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { language: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality);
  for (const preference of preferences) {
    const known = pageLanguages.find((language) => language === preference.language);
    if (known !== undefined) return known;
  }
  return "en";
}

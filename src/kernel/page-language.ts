export const pageLanguages = ["cs", "sk", "en"] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** The one we write in that is asked for; English for all others. */
export const pageLanguage = (language: string | null): PageLanguage =>
  pageLanguages.find((known) => known === language) ?? "en";

/** The language of Accept-Language that we have and the visitor likes best; English for everybody else. */
export function negotiatePageLanguage(acceptLanguage: string | undefined): PageLanguage {
  const wishes = (acceptLanguage ?? "")
    .slice(0, 500)
    .split(",")
    .map((wish) => {
      const [tag = "", ...parameters] = wish
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { language: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality);
  for (const wish of wishes) {
    const known = pageLanguages.find((language) => language === wish.language);
    if (known !== undefined) return known;
  }
  return "en";
}

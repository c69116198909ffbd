import { findChild, deepText, textIn, type XmlElement } from "../xml-items.ts";
import type { RawItem } from "../raw-item.ts";

/** An article of RSS 0.9 to 2.0 or Atom. */
export function readArticle(item: XmlElement): RawItem {
  const url = linkOf(item);
  const body = textIn(item, "description", "summary", "content:encoded") || deepText(findChild(item, "content"));
  return {
    key: textIn(item, "guid", "id") || url,
    name: textIn(item, "title"),
    url,
    description: body,
    imageUrl: imageOf(item, body),
    publishedAt: textIn(item, "pubdate", "published", "dc:date", "updated"),
    author: textIn(item, "dc:creator", "author") || textIn(findChild(item, "author"), "name"),
  };
}

/** Atom has several links; the one without a relation or with `alternate` is the article. */
function linkOf(item: XmlElement): string {
  const written = textIn(item, "link");
  if (written !== "") return written;
  const links = item.children.filter(({ name, attributes }) => name === "link" && attributes["href"] !== undefined);
  const article = links.find(({ attributes: { rel } }) => rel === undefined || rel === "alternate");
  return article?.attributes["href"] ?? textIn(item, "guid");
}

function imageOf(item: XmlElement, body: string): string {
  const media = [item, findChild(item, "media:group")].flatMap((parent) => parent?.children ?? []);
  const picture = media.find(
    ({ name, attributes }) =>
      name === "media:thumbnail" ||
      ((name === "enclosure" || name === "media:content") &&
        (attributes["type"]?.startsWith("image/") === true || attributes["medium"] === "image")),
  );
  const [, inBody = ""] = /<img\b[^>]{0,500}?\ssrc=["']([^"']{1,2000})["']/i.exec(body) ?? [];
  return picture?.attributes["url"] ?? inBody;
}

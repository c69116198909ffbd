import type { Static } from "typebox";
import { fonts, type BlockSettings } from "../../../mail/render/blocks.ts";
import { childNamed, elementsOf, type MarkupElement } from "./markup-tree.ts";
import { parseColor, withoutUndefined, parsePixels, plainText, type Attributes } from "./mjml-values.ts";

/** Settings of the MJML head: defaults by element and class, title, styles. */
export type MjmlHead = {
  readonly attributesOf: (element: MarkupElement) => Attributes;
  readonly settings: Static<typeof BlockSettings>;
  readonly styles: string;
};

export function readHead(mjml: MarkupElement, body: MarkupElement): MjmlHead {
  const head = childNamed(mjml.children, "mj-head")?.children ?? [];
  const defaults = elementsOf(childNamed(head, "mj-attributes")?.children ?? []);
  const byName = new Map(defaults.map((element) => [element.name, element.attributes]));
  const byClass = new Map(
    defaults.filter(({ name }) => name === "mj-class").map(({ attributes }) => [attributes["name"] ?? "", attributes]),
  );
  const attributesOf = ({ name, attributes }: Pick<MarkupElement, "name" | "attributes">): Attributes => ({
    ...byName.get("mj-all"),
    ...byName.get(name),
    ...(attributes["mj-class"] ?? "").split(/\s+/).reduce((all, word) => ({ ...all, ...byClass.get(word) }), {}),
    ...attributes,
  });
  const text = attributesOf({ name: "mj-text", attributes: {} });
  const button = attributesOf({ name: "mj-button", attributes: {} });
  const page = attributesOf(body);
  const background = parseColor(page["background-color"]) ?? "#ffffff";
  const language = /^[a-z]{2}/.exec(mjml.attributes["lang"] ?? "")?.[0];
  const title = childNamed(head, "mj-title")?.inner;
  return {
    attributesOf,
    styles: elementsOf(head)
      .filter(({ name }) => name === "mj-style")
      .map(({ inner }) => inner.trim())
      .join("\n"),
    settings: withoutUndefined({
      language,
      title: title === undefined ? undefined : plainText(title),
      width: parsePixels(page["width"], 320, 1000) ?? 600,
      backgroundColor: background,
      contentColor: background,
      textColor: parseColor(text["color"]) ?? "#000000",
      buttonColor: parseColor(button["background-color"]) ?? "#414141",
      buttonTextColor: parseColor(button["color"]) ?? "#ffffff",
      font: findFont(text["font-family"]),
      fontSize: parsePixels(text["font-size"], 8, 48) ?? 13,
    }),
  };
}

/** The first supported font family; MJML's default falls back to Helvetica. */
function findFont(families = "helvetica"): (typeof fonts)[number] {
  const words = families.toLowerCase().split(",");
  const known = words.flatMap((word) => fonts.filter((font) => word.includes(font)));
  return known[0] ?? "helvetica";
}

import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import { toHtmlString, type Html } from "../../../kernel/html.ts";

/** Text, or an element with its attributes and children. */
export type MarkupTree = string | readonly [tag: string, attributes: Record<string, string>, ...children: MarkupTree[]];

/** Built by a script node by node: pages whose policy forbids markup from strings (trusted types) show it too. */
export const toMarkupTree = (markup: Html): MarkupTree[] =>
  parseFragment(toHtmlString(markup)).childNodes.flatMap(toTree);

function toTree(node: DefaultTreeAdapterTypes.ChildNode): MarkupTree[] {
  if (node.nodeName === "#text" && "value" in node) {
    const text = node.value.replaceAll(/\s+/g, " ");
    return text === "" ? [] : [text];
  }
  if (!("tagName" in node)) return [];
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return [[node.tagName, attributes, ...node.childNodes.flatMap(toTree)]];
}

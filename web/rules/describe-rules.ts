import { splitValues, type Option, type Part } from "./parts.ts";
import type { RuleMessages } from "./rule-messages.ts";
import { sentences, type Sources } from "./sentences.ts";
import { isGroup, type GroupNode } from "./tree.ts";

type Words = { readonly rules: RuleMessages; readonly and: string; readonly or: string };

/** The rules as text, such as "City is Brno and List is a member of News"; inner groups are in parentheses. */
export function describeRules({ match, nodes }: GroupNode, words: Words, sources: Sources): string {
  const texts = nodes.map((node) =>
    isGroup(node)
      ? `(${describeRules(node, words, sources)})`
      : sentences[node.values.type](node.values, words.rules, sources).map(toText).join(" "),
  );
  return texts.join(` ${match === "all" ? words.and : words.or} `);
}

/** Stands for what is not filled in, and for names that are not known here. */
const gap = "…";

function toText(part: Part): string {
  switch (part.kind) {
    case "word":
      return part.text;
    case "choice":
      return findLabel(part.options, part.value);
    case "choices":
    case "letters":
      return listed(splitValues(part.value).map((value) => findLabel(part.options, value)));
    case "texts":
    case "days":
    case "monthDays":
    case "numbers":
      return listed(splitValues(part.value));
    default:
      return part.value.trim() === "" ? gap : part.value;
  }
}

const findLabel = (options: readonly Option[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? gap;

const listed = (values: readonly string[]): string => (values.length === 0 ? gap : values.join(", "));

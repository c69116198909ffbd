/** A node of an analysed statement, as PostgreSQL prints it: `{NAME :field value …}`. */
export type TreeNode = { readonly kind: string; readonly fields: ReadonlyMap<string, TreeValue> };
export type TreeValue = string | TreeNode | readonly TreeValue[];

const token = /\s*(\{[A-Z_]+|[{}()[\]]|"(?:[^"\\]|\\.)*"|(?:[^\s{}()[\]\\]|\\.)+)/gs;

const isName = (text: string | undefined): boolean => text !== undefined && text.length > 1 && text.startsWith(":");

export function parseTree(text: string): TreeValue {
  const tokens = [...text.matchAll(token)].map(([, found = ""]) => found);
  let position = 0;
  const next = (): string => tokens[position++] ?? "";
  const readList = (end: string): TreeValue[] => {
    const items: TreeValue[] = [];
    while (position < tokens.length && tokens[position] !== end) items.push(readValue());
    position += 1;
    return items;
  };
  const readNode = (kind: string): TreeNode => {
    const fields = new Map<string, TreeValue>();
    while (position < tokens.length && tokens[position] !== "}") {
      const name = next().slice(1);
      const values: TreeValue[] = [];
      while (tokens[position] !== "}" && !isName(tokens[position]) && position < tokens.length)
        values.push(readValue());
      fields.set(name, values.length === 1 ? (values[0] ?? "") : values);
    }
    position += 1;
    return { kind, fields };
  };
  const readValue = (): TreeValue => {
    const found = next();
    if (found === "(") return readList(")");
    if (found === "[") return readList("]");
    return found.startsWith("{") ? readNode(found.slice(1)) : found;
  };
  return readValue();
}

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === "object" && "fields" in value;

export const nodeIn = (node: TreeNode, field: string): TreeNode | undefined => {
  const value = node.fields.get(field);
  return isNode(value) ? value : undefined;
};

export const textIn = (node: TreeNode, field: string): string => {
  const value = node.fields.get(field);
  return typeof value === "string" && value !== "<>" ? value.replace(/^"|"$/g, "").replaceAll("\\", "") : "";
};

export const numberIn = (node: TreeNode, field: string): number => Number(textIn(node, field));

export function nodesIn(node: TreeNode, field: string): TreeNode[] {
  const value = node.fields.get(field);
  return Array.isArray(value) ? value.filter((item: TreeValue): item is TreeNode => isNode(item)) : [];
}

/** The members of a set of numbers: `(b 1 2)`. */
export function membersIn(node: TreeNode, field: string): number[] {
  const value = node.fields.get(field);
  return Array.isArray(value) ? value.slice(1).map(Number) : [];
}

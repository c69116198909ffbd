import { joinNodes, node, type SqlNode } from "../db/sql-node.ts";

/** The result stands in parentheses, so that it can be part of any condition. */
export const anyOf = (conditions: readonly SqlNode[]): SqlNode =>
  node`(${joinNodes([node`false`, ...conditions.map((item) => node`(${item})`)], node` or `)})`;

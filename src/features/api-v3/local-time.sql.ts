import { node, type SqlNode } from "../../db/sql-node.ts";

/** `YYYY-MM-DD HH:MM:SS` on the clock of the company. */
export const localTime = (at: SqlNode, timeZone: SqlNode | string): SqlNode =>
  node`to_char(${at} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;

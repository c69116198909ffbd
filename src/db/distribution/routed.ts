import { node } from "../sql-node.ts";

/**
 * The beginning of an INSERT that selects from one table of a company. Citus asks all nodes for such a query when the company
 * is a parameter, but not when the statement has a WITH, even one that nothing uses.
 */
export const routed = node`with routed as (select 1)`;

import { assignCodes } from "../../../coupons/assignment.queries.ts";
import type { GraphNode } from "../../graph/graph.ts";
import { contactIdsOf, failed, passed, type Executor } from "../executor.ts";

export const stackIdOf = ({ config }: GraphNode): string => String(config["stackId"]);

export const emptyStack = failed("empty");

/** A contact keeps the code that it has. An empty stack fails the step, and the run goes on. */
export const assignCoupon: Executor = async ({ db, clock }, step) => {
  const assigned = await assignCodes(db, stackIdOf(step.node), { contactIds: contactIdsOf(step), at: clock.now() });
  const owners = new Set(assigned.map(({ contactId }) => contactId));
  return step.runs.map(({ contactId }) => (owners.has(contactId) ? passed() : emptyStack));
};

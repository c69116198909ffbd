import { assignCodes, listContactsWithCode } from "../../../coupons/assignment.queries.ts";
import { findStack } from "../../../coupons/queries.ts";
import { contactIdsOf, failed, passed, type Executor, type Step } from "../executor.ts";

const stackIdOf = ({ node }: Step): string => String(node.config["stackId"]);

const outcomesFor = ({ runs }: Step, contactIds: ReadonlySet<string>) =>
  runs.map(({ contactId }) => (contactIds.has(contactId) ? passed() : failed("empty")));

/** A contact keeps the code that it has. An empty stack fails the step, and the run goes on. */
export const assignCoupon: Executor = async ({ db, clock }, step) => {
  const assigned = await assignCodes(db, stackIdOf(step), { contactIds: contactIdsOf(step), at: clock.now() });
  return outcomesFor(step, new Set(assigned.map(({ contactId }) => contactId)));
};

export const simulateCoupon: Executor = async ({ db }, step) => {
  const contactIds = contactIdsOf(step);
  const stackId = stackIdOf(step);
  const owners = new Set(await listContactsWithCode(db, stackId, contactIds));
  const free = (await findStack(db, stackId))?.counts.free ?? 0;
  const others = contactIds.filter((id) => !owners.has(id)).slice(0, free);
  return outcomesFor(step, new Set([...owners, ...others]));
};

import { ApiError } from "../../../../kernel/errors.ts";
import { optOutContacts } from "../../../contacts/opt-out.queries.ts";
import { setField } from "../../../contacts/set-field.ts";
import { addLabel } from "../../../labels/tags.ts";
import { contactIdsOf, failed, passed, runIdsOf, type Executor, type Step } from "../executor.ts";
import { unbindRuns } from "../exits.queries.ts";
import { simulateRemoval, unsubscribeFromList } from "./lists.ts";

const isFromList = ({ node }: Step): boolean => node.config["listId"] !== undefined;

/** From a list, or from everything. */
export const unsubscribe: Executor = async (ctx, step) => {
  if (isFromList(step)) return unsubscribeFromList(ctx, step);
  await optOutContacts(ctx.db, contactIdsOf(step), {
    at: ctx.clock.now(),
    source: "automation",
    note: null,
    origin: {},
    payload: { reason: "automation" },
  });
  await unbindRuns(ctx.db, runIdsOf(step));
  return step.runs.map(() => passed());
};

export const simulateUnsubscription: Executor = async (ctx, step) =>
  isFromList(step) ? simulateRemoval(ctx, step) : step.runs.map(() => passed());

/** Fails where the field was deleted or does not take the value any more. */
export const setContactField: Executor = async (ctx, step) => {
  const { field, value } = step.node.config;
  try {
    await setField(ctx, contactIdsOf(step), { field: String(field), value, source: "automation" });
    return step.runs.map(() => passed());
  } catch (error) {
    if (error instanceof ApiError && error.code === "validation") return step.runs.map(() => failed("field"));
    throw error;
  }
};

export const addContactLabel: Executor = async (ctx, step) => {
  const isAdded = await addLabel(ctx, "contact", contactIdsOf(step), String(step.node.config["label"]));
  return step.runs.map(() => (isAdded ? passed() : failed("limit")));
};

import type { Context, DeletableObject, Dependents } from "../../context.ts";
import type { ReferenceKind } from "./graph/config-field.ts";
import * as queries from "./dependents.queries.ts";

/** Which automations keep what they name from being deleted: all of them, those that run, or none. */
export const keepers: Readonly<Record<ReferenceKind, queries.Keepers>> = {
  list: "all",
  segment: "all",
  // Registered as uses of content (`write-graph.ts`).
  template: "all",
  campaign: "all",
  automation: "all",
  survey: "all",
  form: "all",
  coupon_stack: "all",
  // A draft can get another one, as a draft of a campaign does.
  sender: "running",
  // Whoever leaves the company is removed, and the values of a field are deleted, whatever names them.
  member: "none",
  custom_field: "none",
};

/** Automations that still need the object. */
export async function findDependents(ctx: Context, object: DeletableObject): Promise<Dependents | undefined> {
  const automationIds = await listDependents(ctx, object);
  return automationIds.length === 0 ? undefined : { reason: "used", params: { automationIds } };
}

async function listDependents({ db }: Context, object: DeletableObject): Promise<string[]> {
  switch (object.kind) {
    case "list":
      return queries.listAutomationsUsingLists(db, object.ids);
    case "segment":
    case "coupon_stack":
    case "sender":
    case "form":
    case "survey":
    case "campaign":
      return queries.listAutomationsUsing(db, object, keepers[object.kind]);
    // Its e-mails are templates, which name their feeds themselves.
    case "feed":
      return [];
    case "sending_domain":
      return queries.listAutomationsUsingDomain(db, object.domain);
  }
}

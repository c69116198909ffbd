import type { Context, DeletableObject, Dependents } from "../../context.ts";
import * as queries from "./dependents.queries.ts";

/** Automations that still need a list, a segment, a form, a coupon stack, a sender or a sending domain. */
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
      return queries.listAutomationsUsing(db, object.kind, [object.id]);
    // Its e-mails are templates, which name their feeds themselves.
    case "feed":
      return [];
    case "sending_domain":
      return queries.listAutomationsUsingDomain(db, object.domain);
  }
}

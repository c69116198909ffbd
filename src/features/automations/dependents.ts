import type { Context } from "../../context.ts";
import type { Referrer } from "../../kernel/errors.ts";
import type { ReferenceKind } from "./graph/config-field.ts";
import * as queries from "./dependents.queries.ts";

/** Which automations keep what they name from being deleted: all of them, those that run, or none. */
export const keepers: Readonly<Record<ReferenceKind, queries.Keepers>> = {
  list: "all",
  segment: "all",
  // Registered as uses of content (`write-graph.ts`). Feeds are named by templates only.
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
export const findUsers = ({ db }: Pick<Context, "db">, kind: ReferenceKind, id: string): Promise<Referrer[]> =>
  queries.listAutomationsUsing(db, { kind, id }, keepers[kind]);

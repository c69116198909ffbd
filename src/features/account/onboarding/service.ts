import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { isEmpty } from "../../../kernel/provided-fields.ts";
import { stepKeys, type OnboardingChange } from "./contract.ts";
import * as queries from "./queries.ts";

export async function getOnboarding({ db }: Context) {
  const { dismissed, hidden, done } = await queries.getOnboarding(db);
  const items = stepKeys.map((key) => ({ key, done: done[key], dismissed: dismissed.includes(key) }));
  return { items, done: items.filter((item) => item.done).length, total: items.length, hidden };
}

export async function updateOnboarding(ctx: Context, { dismissed, hidden }: Static<typeof OnboardingChange>) {
  const change = {
    ...(dismissed === undefined ? {} : { onboardingDismissed: dismissed }),
    ...(hidden === undefined ? {} : { onboardingHidden: hidden }),
  };
  if (!isEmpty(change)) await ctx.db.transaction((db) => queries.updateOnboarding(db, change));
  return getOnboarding(ctx);
}

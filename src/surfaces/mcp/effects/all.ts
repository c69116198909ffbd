import type { Context } from "../../../context.ts";
import { findReactions } from "../../../features/automations/reactions/reactions.ts";
import type { Operation } from "../../../registry/registry.ts";
import { listArgumentNames, type OperationInput } from "../arguments.ts";
import { objectIn } from "../previews/preview.ts";
import { contactDecisions } from "./contacts.ts";
import { contentDecisions } from "./content.ts";
import type { Decisions, FoundEffect } from "./effect.ts";
import { settingDecisions } from "./settings.ts";

/** The decisions of every operation of the effect `depends` that assistants reach. */
export const decisions: Decisions = { ...contactDecisions, ...contentDecisions, ...settingDecisions };

/** What the call would send or disclose now; nothing for one that stays inside the company. */
export async function findEffects(
  ctx: Context,
  { name, effect }: Pick<Operation, "name" | "effect">,
  input: OperationInput,
): Promise<readonly FoundEffect[]> {
  if (effect === "internal") return [];
  if (effect !== "depends") return [{ by: "operation", effects: [effect] }];
  const decide = decisions[name];
  if (decide === undefined) throw new Error(`operation ${name} does not say what it depends on`);
  const { found = [], change } = await decide(ctx, input);
  return change === undefined ? found : [...found, ...(await findReactions(ctx, change))];
}

/** Whether assistants may be asked for a confirmation. */
export const mayNeedConfirmation = ({ risk, effect }: Pick<Operation, "risk" | "effect">): boolean =>
  risk === "irreversible" || effect !== "internal";

/** Maintenance without `apply` reports what it would change. */
export const isDryRun = (operation: Operation, { body }: OperationInput): boolean =>
  listArgumentNames(operation).includes("apply") && objectIn(body)["apply"] !== true;

import type { Context } from "../../../../context.ts";
import { requireFound } from "../../../../kernel/errors.ts";
import { listExistingContacts } from "./population.queries.ts";
import { openSimulation, simulate, triggerForNamed } from "./simulate.ts";

/** Every decision about one contact that would enter now. */
export async function traceContact(ctx: Context, id: string, { contactId }: { contactId: string }) {
  const simulation = await openSimulation(ctx, id);
  const [existing] = await listExistingContacts(ctx.db, [contactId]);
  const contactIds = [requireFound(existing, "contact")];
  const passes = await simulate(ctx, simulation, { trigger: triggerForNamed(simulation), contactIds });
  return {
    steps: passes.map(({ node, at, output, result, reason }) => ({
      node,
      type: simulation.graph.find(node)?.type ?? "",
      at: at.toISOString(),
      output,
      result,
      reason,
    })),
  };
}

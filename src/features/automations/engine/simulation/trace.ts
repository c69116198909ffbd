import type { Context } from "../../../../context.ts";
import { requireFound } from "../../../../kernel/errors.ts";
import { isCouponPass, settleCoupons } from "./coupons.ts";
import { listExistingContacts } from "./population.queries.ts";
import { openSimulation, simulate, triggerForNamed } from "./simulate.ts";

/** Every decision about one contact that would enter now. */
export async function traceContact(ctx: Context, id: string, { contactId }: { contactId: string }) {
  const simulation = await openSimulation(ctx, id);
  const [existing] = await listExistingContacts(ctx.db, [contactId]);
  const contactIds = [requireFound(existing, "contact")];
  const passes = await simulate(ctx, simulation, { trigger: triggerForNamed(simulation), contactIds });
  const { graph } = simulation;
  const settled = await settleCoupons(
    ctx,
    graph,
    passes.filter((pass) => isCouponPass(graph, pass)),
  );
  const ends = new Map(settled.map((pass) => [pass.node, pass]));
  return {
    steps: passes
      .map((pass) => ends.get(pass.node) ?? pass)
      .map(({ node, at, output, result, reason }) => ({
        node,
        type: graph.find(node)?.type ?? "",
        at: at.toISOString(),
        output,
        result,
        reason,
      })),
  };
}

import type { AssistantCall, AssistantCalls, Context } from "../../context.ts";
import { getAssistantSending } from "../../features/account/company/queries.ts";
import { authorize } from "../../http/auth.ts";
import { allows } from "../../kernel/access.ts";
import { memberIdOf } from "../../kernel/actor.ts";
import { ApiError, conflict, forbidden } from "../../kernel/errors.ts";
import type { Operation } from "../../registry/registry.ts";
import { runAct } from "./acts.ts";
import { requireOperation, type Catalog } from "./catalog.ts";
import { findEffects } from "./effects/all.ts";
import { identifyHolder } from "./identify.ts";
import { checkInput } from "./run-operation.ts";
import type { Session } from "./session.ts";
import { readShownState } from "./state.ts";

/** Runs approved requests with the rights that the assistant has at that moment. */
export const createAssistantCalls = (catalog: Catalog): AssistantCalls => ({
  run: async (ctx, call, { approve, outdate }) => {
    const binding = requireOperation(catalog, call.operation);
    requireApprover(ctx, binding.operation);
    const session = await requireSession(ctx, call, binding.operation);
    const { input, snapshot } = call;
    checkInput(binding.operation, input);
    const effects = await findEffects(session.context, binding.operation, input);
    const shown = await readShownState(catalog, session.context, { ...call, effects });
    if (!shown.isSameAs(snapshot)) {
      await outdate();
      throw conflict("confirm_state_changed", { expected: snapshot, actual: shown.state });
    }
    await runAct(session, { binding, input }, approve);
  },
});

/** Members approve only what they might do themselves. */
function requireApprover({ actor }: Context, { module, level }: Operation): void {
  const roles = actor.kind === "member" ? actor.roles : [];
  if (module !== null && !allows(roles, module, level)) throw forbidden(module);
}

async function requireSession(ctx: Context, call: AssistantCall, operation: Operation): Promise<Session> {
  if ((await getAssistantSending(ctx.db)) === "never") throw conflict("assistant", { reason: "never" });
  const identity = await identifyHolder(ctx, call.holder);
  if (identity === undefined) throw conflict("assistant", { reason: "access" });
  try {
    authorize(identity, operation);
  } catch (error) {
    if (error instanceof ApiError) throw conflict("assistant", { reason: error.message });
    throw error;
  }
  const { holder, client } = call;
  const memberId = memberIdOf(identity.actor) ?? "";
  return {
    identity,
    auditActor: { kind: "assistant", memberId, client },
    holder,
    context: { ...ctx, actor: identity.actor },
    client: async () => client,
  };
}

import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { getAssistantSending } from "../../features/account/company/queries.ts";
import {
  getConfirmedState,
  issueConfirmation,
  redeemConfirmation,
  type IrreversibleCall,
} from "../../features/mcp/confirmations.ts";
import { createRequest } from "../../features/mcp/requests/service.ts";
import { memberIdOf } from "../../kernel/actor.ts";
import { conflict, forbidden } from "../../kernel/errors.ts";
import { hasShownOnce } from "../../kernel/schema.ts";
import { runAct, type Act } from "./acts.ts";
import type { Json, OperationInput } from "./arguments.ts";
import type { FoundEffect } from "./effects/effect.ts";
import { cardEmailsKey, loadCardEmails } from "./card/emails.ts";
import { correctedInput, splitCorrection, uncorrectedInput, withCorrection } from "./corrections.ts";
import { askPerson, type Confirmation } from "./elicitation.ts";
import { errorResult, toResult } from "./results.ts";
import type { Session, Tools } from "./session.ts";
import { openReader, readShownState, type ShownState } from "./state.ts";

export type ToolResult = CallToolResult | InputRequiredResult;

/** Answers a preview first; runs the operation, or requests its approval, when the preview is confirmed and still true. */
export async function runConfirmed(
  tools: Tools,
  session: Session,
  {
    confirmation,
    showsCard,
    effects,
    complete,
    ...act
  }: Act & {
    readonly confirmation: Confirmation;
    readonly effects: readonly FoundEffect[];
    /** What the tool adds to the answer of the operation. */
    readonly complete: (answer: Json) => Promise<Json>;
    /** The client shows the question as a card. */
    readonly showsCard: boolean;
  },
): Promise<ToolResult> {
  const { context, holder } = session;
  const { name: operation } = act.binding.operation;
  const { token, isDeclined } = confirmation;
  const call = { holder, operation, input: act.input, uncorrected: uncorrectedInput(operation, act.input) };
  const sending = effects.length === 0 ? "token" : await getAssistantSending(context.db);
  if (sending === "never") throw forbidden("assistant");
  // The answer of an approved request is not delivered: a secret in it would be lost.
  if (sending === "approval" && hasShownOnce(act.binding.operation.answers))
    throw conflict("assistant", { reason: "shown_once" });
  if (token !== undefined && isDeclined) {
    await redeemConfirmation(context, call, token);
    throw conflict("cancelled");
  }
  const show = (input: OperationInput) => readShownState(tools.catalog, context, { operation, input, effects });
  const asking = { ...confirmation, showsCard };
  if (token === undefined) return ask(tools, session, { act, call, shown: await show(act.input), asking });
  const confirmed = await getConfirmedState(context, call, token);
  const { state: expected, value } = splitCorrection(confirmed.state);
  const input = confirmed.isCorrected ? correctedInput(operation, act.input, value) : act.input;
  const shown = await show(input);
  if (!shown.isSameAs(expected)) {
    await redeemConfirmation(context, call, token);
    const changed = conflict("confirm_state_changed", { expected, actual: shown.state });
    const renewed = await renewedQuestion({ act, call, shown }, show);
    return ask(tools, session, { ...renewed, asking: { ...asking, changed } });
  }
  if (sending === "approval") {
    return toResult(await requestApproval(session, { call: { ...call, input }, shown, token }));
  }
  const answer = await runAct(session, { ...act, input }, (db) => redeemConfirmation({ ...context, db }, call, token));
  return toResult(await complete(answer));
}

/** Shows the numbers of now, and binds the token to them instead of those of the call. */
async function renewedQuestion(
  { act, call, shown }: Question,
  show: (input: OperationInput) => Promise<ShownState>,
): Promise<Question> {
  const { uncorrected } = call;
  if (uncorrected === undefined) return { act, call, shown };
  const fresh = await show(correctedInput(call.operation, call.input, shown.correction));
  const state = withCorrection(fresh.state, shown.correction);
  return { act, call: { ...call, input: uncorrected }, shown: { ...fresh, state } };
}

type ConfirmedCall = IrreversibleCall & {
  readonly input: OperationInput;
  readonly uncorrected: OperationInput | undefined;
};
type Question = { readonly act: Act; readonly call: ConfirmedCall; readonly shown: ShownState };
type Asking = Confirmation & { readonly showsCard: boolean; readonly changed?: ReturnType<typeof conflict> };

/** A card shows the e-mails and confirms by the token; it comes before a form, which can only list numbers. */
async function ask(
  { catalog }: Tools,
  { context }: Session,
  { act, call, shown, asking }: Question & { readonly asking: Asking },
): Promise<ToolResult> {
  const { preview, warnings, state } = shown;
  const issued = await issueConfirmation(context, call, state);
  if (asking.canAskPerson && !asking.showsCard) {
    return askPerson({ summary: act.binding.operation.summary, preview, warnings, token: issued.confirmToken });
  }
  const question = { operation: call.operation, preview, warnings, ...issued };
  const result =
    asking.changed === undefined
      ? toResult({ status: "confirmation_required", ...question })
      : errorResult(asking.changed, question);
  if (!asking.showsCard) return result;
  const emails = await loadCardEmails(openReader(catalog, context), call.operation, act.input);
  return { ...result, _meta: { ...result._meta, [cardEmailsKey]: emails } };
}

type Approvable = { readonly call: ConfirmedCall; readonly shown: ShownState; readonly token: string };

/** The request and the use of the token are one transaction. */
async function requestApproval(session: Session, { call, shown, token }: Approvable) {
  const { context, holder } = session;
  const client = await session.client();
  const { preview, warnings, state } = shown;
  const requested = await context.db.transaction(async (db) => {
    await redeemConfirmation({ ...context, db }, call, token);
    return createRequest(
      { ...context, db },
      {
        holder,
        client,
        memberId: memberIdOf(context.actor) ?? "",
        operation: call.operation,
        input: call.input,
        preview,
        warnings,
        snapshot: state,
      },
    );
  });
  return {
    status: "approval_required",
    ...requested,
    operation: call.operation,
    lookUp: { operation: "getAssistantRequest", arguments: { id: requested.requestId } },
  };
}

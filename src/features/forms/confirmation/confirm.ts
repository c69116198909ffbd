import { inTransaction, type Context } from "../../../context.ts";
import { formSubmitted } from "../../../journal/events.ts";
import * as journal from "../../../journal/journal.ts";
import { addMs } from "../../../kernel/local-time.ts";
import { confirmSubscription } from "../../contacts/double-opt-in/confirm.ts";
import { lockAddress } from "../../contacts/queries.ts";
import { refuseSignUp } from "../letters/queries.ts";
import { presentPublicForm, type PublicForm } from "../public/view.ts";
import { countConfirmation, findForm, type FormRecord } from "../queries.ts";
import { enqueueWelcome } from "../welcome/enqueue.ts";
import * as queries from "./queries.ts";

/** What the link of a letter names. */
export type ConfirmationLink = { readonly signUpId: string; readonly letterId: string };

/** `open`: the button is offered; `ended`: the link has expired, or the address is blocked meanwhile. */
export type LinkState = "open" | "confirmed" | "ended";

export type OpenedLink = {
  readonly state: LinkState;
  readonly form: FormRecord;
  readonly shown: PublicForm;
  readonly fingerprint: Buffer;
  readonly shopUrl: string | null;
};

/** The contact of the request that confirmed; undefined when the link is opened again. */
export type Confirmation = { readonly state: LinkState; readonly contactId?: string };

/** Undefined if the form was deleted or the person was erased. Changes nothing. */
export async function findOpenedLink(ctx: Context, link: ConfirmationLink): Promise<OpenedLink | undefined> {
  const signUp = await queries.findSignUp(ctx.db, link);
  const form = signUp && (await findForm(ctx.db, signUp.formId));
  if (signUp === undefined || form === undefined) return undefined;
  const shown = await presentPublicForm(ctx, form);
  const { fingerprint, consentHtml, shopUrl } = signUp;
  // The person confirms the text of the sign-up.
  return { state: stateOf(ctx, signUp), form, fingerprint, shopUrl, shown: { ...shown, consentText: consentHtml } };
}

function stateOf({ clock, confirmLinkS }: Context, { state, filledAt }: queries.StoredSignUp): LinkState {
  if (state === "confirmed") return "confirmed";
  const isValid = state === "pending" && addMs(filledAt, confirmLinkS * 1000) > clock.now();
  return isValid ? "open" : "ended";
}

/** Confirms a sign-up once. Pressed again, nothing changes, also after a later unsubscription. */
export function confirmSignUp(
  ctx: Context,
  { form, fingerprint }: OpenedLink,
  { ip, ...link }: ConfirmationLink & { readonly ip: string },
): Promise<Confirmation> {
  return inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    await lockAddress(db, fingerprint);
    await queries.lockSignUp(db, link.signUpId);
    const signUp = await queries.findSignUp(db, link);
    if (signUp === undefined) return { state: "ended" };
    const state = stateOf(inner, signUp);
    if (state !== "open") return { state };
    const at = clock.now();
    const { email, purposeId, listIds, profile, customFields, consentHtml: consentText } = signUp;
    const result = await confirmSubscription(inner, {
      email,
      fingerprint,
      shopId: form.shopId,
      purposeId,
      listIds,
      consentText,
      profile,
      customFields,
      ip,
      at,
    });
    if ("obstacle" in result) {
      await refuseSignUp(db, signUp.id, result.obstacle);
      return { state: "ended" };
    }
    const { letterId } = link;
    await queries.updateConfirmed(db, signUp.id, { ...result, letterId, confirmedIp: ip, confirmedAt: at });
    await countConfirmation(db, form.id);
    const payload = { formId: form.id, title: form.name, purposeId, listIds };
    await journal.appendEntries(db, [formSubmitted.entry({ contactId: result.contactId, at, payload })]);
    if (form.isWelcomeEnabled) await enqueueWelcome(db, form.id, result.contactId, at);
    return { state: "confirmed", contactId: result.contactId };
  });
}

import { inTransaction, type Context } from "../../../context.ts";
import { formSubmitted } from "../../../journal/events.ts";
import * as journal from "../../../journal/journal.ts";
import { addMs } from "../../../kernel/local-time.ts";
import { confirmSubscription } from "../../contacts/double-opt-in/confirm.ts";
import { findAddressStatus } from "../../contacts/double-opt-in/queries.ts";
import { findConfirmationEmailObstacle } from "../../contacts/double-opt-in/request.ts";
import { lockAddress } from "../../contacts/queries.ts";
import { refuseSignUp } from "../confirmation-emails/queries.ts";
import { presentPublicForm, type PublicForm } from "../public/view.ts";
import { countConfirmation, findForm, type FormRecord } from "../queries.ts";
import { enqueueWelcome } from "../welcome/enqueue.ts";
import * as queries from "./queries.ts";
import { readFormSettings } from "../settings.ts";

/** What the link of a confirmation e-mail names. */
export type ConfirmationLink = { readonly signUpId: string; readonly confirmationEmailId: string };

/**
 * `open`: the button is offered; `unsubscribed`: it was pressed, and the person unsubscribed since; `ended`: the address is blocked, or
 * its contact is gone.
 */
export type LinkState = "open" | "confirmed" | "unsubscribed" | "expired" | "ended";

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
  const state = await findState(ctx, signUp);
  // The button would do nothing for an address that was blocked meanwhile.
  const isBlocked =
    state === "open" && findConfirmationEmailObstacle(await findAddressStatus(ctx.db, signUp)) !== undefined;
  // The person confirms the text of the sign-up.
  return {
    state: isBlocked ? "ended" : state,
    form,
    fingerprint,
    shopUrl,
    shown: { ...shown, consentText: consentHtml },
  };
}

async function findState(ctx: Context, signUp: queries.StoredSignUp): Promise<LinkState> {
  const { clock } = ctx;
  const { confirmLinkS } = readFormSettings(ctx);
  const { state, filledAt } = signUp;
  if (state === "confirmed") return stateSince(ctx, signUp);
  if (state === "refused") return "ended";
  const isValid = state === "pending" && addMs(filledAt, confirmLinkS * 1000) > clock.now();
  return isValid ? "open" : "expired";
}

/** What became of a confirmed sign-up. Who left all lists of the form has unsubscribed from what was confirmed. */
async function stateSince({ db }: Context, signUp: queries.StoredSignUp): Promise<LinkState> {
  const addressStatus = await findAddressStatus(db, signUp);
  if (findConfirmationEmailObstacle(addressStatus) !== undefined || addressStatus.contactId === null) return "ended";
  if (addressStatus.suppressionReason === "unsubscribed" || addressStatus.status !== "subscribed")
    return "unsubscribed";
  return (await queries.hasLeftLists(db, addressStatus.contactId, signUp.listIds)) ? "unsubscribed" : "confirmed";
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
    const state = await findState(inner, signUp);
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
    const { confirmationEmailId } = link;
    await queries.updateConfirmed(db, signUp.id, { ...result, confirmationEmailId, confirmedIp: ip, confirmedAt: at });
    await countConfirmation(db, form.id);
    const payload = { formId: form.id, title: form.name, purposeId, listIds };
    await journal.appendEntries(db, [formSubmitted.entry({ contactId: result.contactId, at, payload })]);
    if (form.isWelcomeEnabled) await enqueueWelcome(db, form.id, result.contactId, at);
    return { state: "confirmed", contactId: result.contactId };
  });
}

import type { Context } from "../../../context.ts";
import { pageLanguage } from "../../../kernel/page-language.ts";
import type { PublicToken } from "../../../kernel/public-token.ts";
import { withLockedContact } from "../../contacts/consents/service.ts";
import { changeMembers, rejoinLists } from "../../contacts/memberships/queries.ts";
import { unsubscribeUnderLock, type Unsubscription } from "../../contacts/unsubscribe.ts";
import { mergeDesigns } from "../public-page/design.ts";
import { findUnsubscribePageFor } from "../unsubscribe-pages/queries.ts";
import { maskEmail } from "./mask-email.ts";
import * as queries from "./queries.ts";
import type { Preferences } from "./preferences-view.ts";

/** The content of the link's token. The link authenticates its holder: it was sent to the contact's address. */
export type PreferencesLink = Pick<PublicToken, "contactId" | "listId" | "campaignId" | "messageId">;

/** Undefined for a deleted or erased contact. `pageId` is the page set in the e-mail. */
export async function findPreferences(
  ctx: Context,
  { contactId, purpose }: PreferencesLink & Pick<PublicToken, "purpose">,
  pageId: string | null = null,
): Promise<Preferences | undefined> {
  const subscriber = await queries.findSubscriber(ctx.db, contactId);
  if (subscriber === undefined) return undefined;
  const { email, shopId, language, design, senderName, imprint, isSuppressed, lists } = subscriber;
  const page = await findUnsubscribePageFor(ctx.db, { pageId, shopId, language });
  return {
    language: pageLanguage(language),
    senderName,
    imprint,
    beginsWith: purpose === "preferences" ? "choices" : "unsubscribing",
    address: maskEmail(email),
    design: page === undefined ? design : mergeDesigns(design, page.design),
    isSuppressed,
    lists,
    page,
  };
}

const messageReference = ({ campaignId, messageId }: PreferencesLink) => ({
  ...(campaignId === null ? {} : { campaignId }),
  ...(messageId === null ? {} : { messageId }),
});

export type ListChoice = { readonly shown: readonly string[]; readonly chosen: readonly string[] };

/**
 * Unsubscribes from lists that were shown and are not checked, and resubscribes to unsubscribed ones that are checked,
 * because the person asks for it. Both are read again under the lock.
 */
export async function saveListChoice(
  ctx: Context,
  link: PreferencesLink,
  { shown, chosen }: ListChoice,
): Promise<void> {
  await withLockedContact(ctx, link.contactId, async ({ db, clock }, contact) => {
    const at = clock.now();
    const journalPayload = { reason: "person", ...messageReference(link) };
    const current = (await queries.findSubscriber(db, contact.id))?.lists ?? [];
    const chosenIds = new Set(chosen);
    const seen = current.filter(({ id }) => shown.includes(id));
    for (const { id } of seen.filter((list) => !chosenIds.has(list.id) && list.state !== "unsubscribed")) {
      await changeMembers(db, { listId: id, contactIds: [contact.id], state: "unsubscribed", at, journalPayload });
    }
    const rejoined = seen.filter((list) => chosenIds.has(list.id) && list.state === "unsubscribed").map(({ id }) => id);
    if (rejoined.length > 0) await rejoinLists(db, { contactId: contact.id, listIds: rejoined, at, journalPayload });
  });
}

export async function unsubscribeFromAll(
  ctx: Context,
  link: PreferencesLink,
  unsubscription: Omit<Unsubscription, "about">,
): Promise<void> {
  await withLockedContact(ctx, link.contactId, (inner, contact) =>
    unsubscribeUnderLock(inner, contact, { ...unsubscription, sourceMessage: messageReference(link) }),
  );
}

/**
 * One-click unsubscribe (RFC 8058). A link of one list unsubscribes from that list; any other link unsubscribes from
 * everything, also if the list was deleted or the contact is no longer a member: the person wants no such e-mail again.
 */
export async function unsubscribeByOneClick(ctx: Context, link: PreferencesLink): Promise<void> {
  await withLockedContact(ctx, link.contactId, async (inner, contact) => {
    const { listId } = link;
    const state = listId === null ? undefined : await queries.findMemberState(inner.db, contact.id, listId);
    if (state === "unsubscribed") return;
    if (listId === null || state === undefined || state === "removed") {
      await unsubscribeUnderLock(inner, contact, {
        note: null,
        reason: "one_click",
        sourceMessage: messageReference(link),
      });
      return;
    }
    const journalPayload = { reason: "one_click", ...messageReference(link) };
    await changeMembers(inner.db, {
      listId,
      contactIds: [contact.id],
      state: "unsubscribed",
      at: inner.clock.now(),
      journalPayload,
    });
  });
}

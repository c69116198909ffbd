import type { Context } from "../../../context.ts";
import { pageLanguage } from "../../../kernel/page-language.ts";
import type { PublicToken } from "../../../kernel/public-token.ts";
import { withContact } from "../../contacts/consents/service.ts";
import { changeMembers, rejoinLists } from "../../contacts/memberships/queries.ts";
import { unsubscribeUnderLock, type Unsubscription } from "../../contacts/unsubscribe.ts";
import { mergedDesign } from "../public-page/design.ts";
import { findPageFor } from "../unsubscribe-pages/queries.ts";
import { maskAddress } from "./address.ts";
import * as queries from "./queries.ts";
import type { Preferences } from "./view.ts";

/** What the link stands for. Who holds it has got an e-mail at the address: that is the person. */
export type Link = Pick<PublicToken, "contactId" | "listId" | "campaignId" | "messageId">;

/** Undefined for a contact that was deleted or erased. `pageId` is the page that the e-mail named. */
export async function findPreferences(
  ctx: Context,
  { contactId }: Link,
  pageId: string | null = null,
): Promise<Preferences | undefined> {
  const subscriber = await queries.findSubscriber(ctx.db, contactId);
  if (subscriber === undefined) return undefined;
  const { email, shopId, language, design, senderName, isRefused, lists } = subscriber;
  const page = await findPageFor(ctx.db, { pageId, shopId, language });
  return {
    language: pageLanguage(language),
    senderName,
    address: maskAddress(email),
    design: page === undefined ? design : mergedDesign(design, page.design),
    isRefused,
    lists,
    page,
  };
}

const aboutOf = ({ campaignId, messageId }: Link) => ({
  ...(campaignId === null ? {} : { campaignId }),
  ...(messageId === null ? {} : { messageId }),
});

export type Choice = { readonly shown: readonly string[]; readonly chosen: readonly string[] };

/**
 * Lists that were shown and are not chosen are left; those that were left and are chosen again are joined again,
 * because the person asks for it themselves. Both are looked up once more under the lock.
 */
export async function saveLists(ctx: Context, link: Link, { shown, chosen }: Choice): Promise<void> {
  await withContact(ctx, link.contactId, async ({ db, clock }, contact) => {
    const at = clock.now();
    const told = { reason: "person", ...aboutOf(link) };
    const there = (await queries.findSubscriber(db, contact.id))?.lists ?? [];
    const wanted = new Set(chosen);
    const seen = there.filter(({ id }) => shown.includes(id));
    for (const { id } of seen.filter((list) => !wanted.has(list.id) && list.state !== "unsubscribed")) {
      await changeMembers(db, { listId: id, contactIds: [contact.id], state: "unsubscribed", at, told });
    }
    const back = seen.filter((list) => wanted.has(list.id) && list.state === "unsubscribed").map(({ id }) => id);
    if (back.length > 0) await rejoinLists(db, { contactId: contact.id, listIds: back, at, told });
  });
}

export async function leaveEverything(ctx: Context, link: Link, how: Omit<Unsubscription, "about">): Promise<void> {
  await withContact(ctx, link.contactId, (inner, contact) =>
    unsubscribeUnderLock(inner, contact, { ...how, about: aboutOf(link) }),
  );
}

/**
 * The button of a mail program (RFC 8058). A link of one list leaves that list, every other one leaves everything, also
 * when the list is gone or the contact is in it no more: whoever pressed wants no such e-mail again.
 */
export async function leaveByOneClick(ctx: Context, link: Link): Promise<void> {
  await withContact(ctx, link.contactId, async (inner, contact) => {
    const { listId } = link;
    const state = listId === null ? undefined : await queries.findMemberState(inner.db, contact.id, listId);
    if (state === "unsubscribed") return;
    if (listId === null || state === undefined || state === "removed") {
      await unsubscribeUnderLock(inner, contact, { note: null, reason: "one_click", about: aboutOf(link) });
      return;
    }
    const told = { reason: "one_click", ...aboutOf(link) };
    await changeMembers(inner.db, {
      listId,
      contactIds: [contact.id],
      state: "unsubscribed",
      at: inner.clock.now(),
      told,
    });
  });
}

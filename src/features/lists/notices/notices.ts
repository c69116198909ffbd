import { Type } from "typebox";
import type { SystemDb } from "../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../jobs/job.ts";
import { contactsIn, type JournalEntry } from "../../../journal/entry.ts";
import { Count, Id, OneOf } from "../../../kernel/schema.ts";
import { sendLetter, serviceLanguage, type LetterParts } from "../../../mail/letter.ts";
import { listNoticeMail } from "../../../mail/list-notice.ts";
import { findNoticeLetter, type NoticedList } from "./queries.ts";

/** One letter tells of all that happened to a list in a batch of the journal, and names this many of them. */
const named = 20;

export const noticeMailJob = defineJob({
  name: "list-notice-mail",
  payload: Type.Object({
    tenantId: Type.String(),
    listId: Id,
    event: OneOf(["added", "unsubscribed"]),
    contactIds: Type.Array(Id),
    count: Count,
    noticeId: Type.String(),
  }),
  retryLimit: 10,
  retryDelayS: 60,
  expireMinutes: 5,
});

type Notice = Omit<PayloadOf<typeof noticeMailJob>, "tenantId">;

export function noticesIn(entries: readonly JournalEntry[], lists: readonly NoticedList[]): Notice[] {
  const last = entries.at(-1);
  if (last === undefined) return [];
  return lists.flatMap(({ id, notifyOnAdd, notifyOnUnsubscribe, leaving }) => {
    const added = notifyOnAdd ? contactsOf(entries, (entry) => isAddedTo(entry, id)) : [];
    const left = notifyOnUnsubscribe
      ? [...new Set([...contactsOf(entries, (entry) => isLeaving(entry, id)), ...leaving])]
      : [];
    const noticeId = `${last.tx}-${last.id}`;
    return [
      ...noticeOf({ listId: id, event: "added", noticeId }, added),
      ...noticeOf({ listId: id, event: "unsubscribed", noticeId }, left),
    ];
  });
}

const noticeOf = (about: Pick<Notice, "listId" | "event" | "noticeId">, ids: readonly string[]): Notice[] =>
  ids.length === 0 ? [] : [{ ...about, contactIds: ids.slice(0, named), count: ids.length }];

const contactsOf = (entries: readonly JournalEntry[], isMeant: (entry: JournalEntry) => boolean): string[] => [
  ...new Set(entries.filter(isMeant).flatMap(contactsIn)),
];

/** An import is told of by its own notification, unless it was to count as people coming one by one. */
function isAddedTo({ type, payload }: JournalEntry, listId: string): boolean {
  if (payload["quiet"] === true) return false;
  if (type === "list_added") return payload["listId"] === listId;
  const lists = payload["lists"];
  return (type === "contact_created" || type === "contacts_created") && Array.isArray(lists) && lists.includes(listId);
}

const isLeaving = ({ type, payload }: JournalEntry, listId: string): boolean =>
  type === "list_unsubscribed" && payload["listId"] === listId;

export async function sendNoticeMail(
  parts: LetterParts & { readonly db: SystemDb; readonly publicUrl: string },
  { tenantId, listId, event, contactIds, count, noticeId }: PayloadOf<typeof noticeMailJob>,
): Promise<void> {
  const found = await findNoticeLetter(parts.db.forTenant(tenantId), listId, contactIds);
  if (found === undefined) return;
  const mail = listNoticeMail({ ...found, language: serviceLanguage(found.language), event, count });
  await sendLetter(parts, `list-${event}-${tenantId}-${listId}-${noticeId}`, { to: found.companyEmail, mail });
}

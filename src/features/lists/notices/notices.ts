import { Type } from "typebox";
import type { SystemDb } from "../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../jobs/job.ts";
import { contactIdsOf } from "../../../journal/entry.ts";
import type { EntryOf } from "../../../journal/event.ts";
import type {
  contactCreated,
  contactsCreated,
  contactUnsubscribed,
  listAdded,
  listUnsubscribed,
} from "../../../journal/events.ts";
import { Count, Id, OneOf } from "../../../kernel/schema.ts";
import { sendServiceMail, serviceLanguage, type ServiceMailDeps } from "../../../mail/service-mail.ts";
import { findMailPermit } from "../../members/company-mail.ts";
import { listNoticeMail } from "./notice-mail.ts";
import { findNoticeMailData, type ListWithNotices } from "./queries.ts";

/** One e-mail covers all entries of a list in a batch of the journal and lists this many addresses. */
const maxNamedContacts = 20;

export const listNoticeMailJob = defineJob({
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

type Notice = Omit<PayloadOf<typeof listNoticeMailJob>, "tenantId">;

/** The journal entries of notices. */
export type NoticeEntry = EntryOf<
  | typeof contactCreated
  | typeof contactsCreated
  | typeof listAdded
  | typeof listUnsubscribed
  | typeof contactUnsubscribed
>;

export function buildNotices(entries: readonly NoticeEntry[], lists: readonly ListWithNotices[]): Notice[] {
  const last = entries.at(-1);
  if (last === undefined) return [];
  return lists.flatMap(({ id, notifyOnAdd, notifyOnUnsubscribe, unsubscribed }) => {
    const added = notifyOnAdd ? collectContacts(entries, (entry) => isAdditionTo(entry, id)) : [];
    const left = notifyOnUnsubscribe
      ? [...new Set([...collectContacts(entries, (entry) => isUnsubscriptionFrom(entry, id)), ...unsubscribed])]
      : [];
    const noticeId = `${last.tx}-${last.id}`;
    return [
      ...buildNotice({ listId: id, event: "added", noticeId }, added),
      ...buildNotice({ listId: id, event: "unsubscribed", noticeId }, left),
    ];
  });
}

const buildNotice = (about: Pick<Notice, "listId" | "event" | "noticeId">, ids: readonly string[]): Notice[] =>
  ids.length === 0 ? [] : [{ ...about, contactIds: ids.slice(0, maxNamedContacts), count: ids.length }];

const collectContacts = (entries: readonly NoticeEntry[], matches: (entry: NoticeEntry) => boolean): string[] => [
  ...new Set(entries.filter(matches).flatMap((entry) => contactIdsOf(entry))),
];

/** An import has its own notification, unless it was requested with automations. */
function isAdditionTo({ type, payload }: NoticeEntry, listId: string): boolean {
  if (payload.quiet === true) return false;
  if (type === "list_added") return payload.listId === listId;
  return (type === "contact_created" || type === "contacts_created") && payload.lists?.includes(listId) === true;
}

const isUnsubscriptionFrom = ({ type, payload }: NoticeEntry, listId: string): boolean =>
  type === "list_unsubscribed" && payload.listId === listId;

export async function sendListNoticeMail(
  parts: ServiceMailDeps & { readonly db: SystemDb; readonly publicUrl: string },
  { tenantId, listId, event, contactIds, count, noticeId }: PayloadOf<typeof listNoticeMailJob>,
): Promise<void> {
  const db = parts.db.forTenant(tenantId);
  const found = await findNoticeMailData(db, listId, contactIds);
  const to = found?.companyEmail ?? null;
  const permit = await findMailPermit(db, "list-notice");
  if (found === undefined || to === null || permit === undefined) return;
  const mail = listNoticeMail({ ...found, language: serviceLanguage(found.language), event, count });
  const id = `list-${event}-${tenantId}-${listId}-${noticeId}`;
  await sendServiceMail(parts, id, { permit, to, mail });
}

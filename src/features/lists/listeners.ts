import type { Worker } from "../../feature.ts";
import { contactIdsOf } from "../../journal/entry.ts";
import {
  contactCreated,
  contactsCreated,
  contactUnsubscribed,
  listAdded,
  listUnsubscribed,
  statusChanged,
} from "../../journal/events.ts";
import { defineListener } from "../../journal/listener.ts";
import { lockContacts } from "../contacts/memberships/queries.ts";
import { listNoticeMailJob, buildNotices } from "./notices/notices.ts";
import { findListsWithNotices, hasListsWithNotices } from "./notices/queries.ts";
import { hasShopLists, syncShopListContacts } from "./shop-lists/queries.ts";

/** Synchronizes the lists of e-shops with the status of their contacts. */
export const shopListListener = defineListener({
  reader: "lists.shop",
  events: [contactCreated, contactsCreated, statusChanged],
  isEnabled: hasShopLists,
  handle: async (db, entries, { clock }: Pick<Worker, "clock">) => {
    const existing = await lockContacts(db, [...new Set(entries.flatMap((entry) => contactIdsOf(entry)))]);
    await syncShopListContacts(db, existing, clock.now());
  },
});

/** Sends the company e-mails about additions and unsubscriptions, for lists with notices switched on. */
export const noticeListener = defineListener({
  reader: "lists.notices",
  events: [contactCreated, contactsCreated, listAdded, listUnsubscribed, contactUnsubscribed],
  isEnabled: hasListsWithNotices,
  handle: async (db, entries, { jobs }: Pick<Worker, "jobs">) => {
    const unsubscribed = entries.flatMap((entry) => (entry.type === "unsubscribed" ? contactIdsOf(entry) : []));
    const notices = buildNotices(entries, await findListsWithNotices(db, unsubscribed));
    for (const notice of notices) await jobs.send(db, listNoticeMailJob, { tenantId: db.tenantId, ...notice });
  },
});

import type { Clock } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { JobSender } from "../../jobs/sender.ts";
import { contactsIn, type JournalEntry } from "../../journal/entry.ts";
import { lockContacts } from "../contacts/memberships/queries.ts";
import { noticeMailJob, noticesIn } from "./notices/notices.ts";
import { listNoticedLists } from "./notices/queries.ts";
import { syncMembers } from "./shop-lists/queries.ts";

export { hasNoticedLists } from "./notices/queries.ts";
export { hasShopLists } from "./shop-lists/queries.ts";

export const shopListReader = "lists.shop";
export const noticeReader = "lists.notices";

const changesStatus = new Set(["contact_created", "contacts_created", "status_change"]);

/** The lists of e-shops stay in step with the contacts. */
export async function followStatuses(db: TenantDb, entries: readonly JournalEntry[], clock: Clock): Promise<void> {
  const ids = [...new Set(entries.flatMap((entry) => (changesStatus.has(entry.type) ? contactsIn(entry) : [])))];
  if (ids.length === 0) return;
  const there = await lockContacts(db, ids);
  await syncMembers(db, db.sql`select id from unnest(${there}::bigint[]) as id`, clock.now());
}

/** The company hears by e-mail who came to a list or left it, where it asked for that. */
export async function followMembers(db: TenantDb, entries: readonly JournalEntry[], jobs: JobSender): Promise<void> {
  const notices = noticesIn(entries, await listNoticedLists(db, entries));
  for (const notice of notices) await jobs.send(db, noticeMailJob, { tenantId: db.tenantId, ...notice });
}

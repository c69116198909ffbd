import type { Clock } from "../../kernel/clock.ts";
import type { SqlHandle, TenantDb } from "../../db/tenant.ts";
import type { JobSender } from "../../kernel/job-sender.ts";
import { contactIdsOf, type JournalEntry } from "../../journal/entry.ts";
import { lockContacts } from "../contacts/memberships/queries.ts";
import { listNoticeMailJob, buildNotices } from "./notices/notices.ts";
import { findListsWithNotices } from "./notices/queries.ts";
import { syncShopListMembers } from "./shop-lists/queries.ts";

export { hasListsWithNotices } from "./notices/queries.ts";
export { hasShopLists } from "./shop-lists/queries.ts";

export const shopListReader = "lists.shop";
export const noticeReader = "lists.notices";

const statusEventTypes = new Set(["contact_created", "contacts_created", "status_change"]);

/** The lists of e-shops stay in step with the contacts. */
export async function syncShopListsOnStatusChange(
  db: TenantDb,
  entries: readonly JournalEntry[],
  clock: Clock,
): Promise<void> {
  const ids = [...new Set(entries.flatMap((entry) => (statusEventTypes.has(entry.type) ? contactIdsOf(entry) : [])))];
  if (ids.length === 0) return;
  const existing = await lockContacts(db, ids);
  await syncShopListMembers(db, db.sql`select id from unnest(${existing}::bigint[]) as id`, clock.now());
}

/** The company hears by e-mail who came to a list or left it, where it asked for that. */
export async function sendListNotices(
  db: TenantDb,
  entries: readonly JournalEntry[],
  jobs: JobSender<SqlHandle>,
): Promise<void> {
  const notices = buildNotices(entries, await findListsWithNotices(db, entries));
  for (const notice of notices) await jobs.send(db, listNoticeMailJob, { tenantId: db.tenantId, ...notice });
}

import { inTransaction, type Context } from "../../../context.ts";
import * as journal from "../../../journal/journal.ts";
import { addressFingerprint } from "../../../kernel/crypto.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { ApiError, notFound, validation } from "../../../kernel/errors.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import { lockAddress, updateContact } from "../queries.ts";
import type { SuppressionReason } from "../states.ts";
import * as queries from "./queries.ts";

const locked = (reason: SuppressionReason) => new ApiError("suppression_locked", "reason", { params: { reason } });

export async function list(ctx: Context, query: queries.SuppressionFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = pageOf(query);
  const order = orderOf(query.sort ?? "-createdAt");
  const [total, rows] = await Promise.all([
    queries.countSuppressions(ctx.db, query),
    queries.listSuppressions(ctx.db, query, { order, limit: pageSize, offset }),
  ]);
  return { items: rows.map(present), total, page, pageSize };
}

function orderOf(sort: string): queries.SuppressionOrder {
  const order = sort.split(",").map((word) => ({ by: word.replace(/^-/, ""), isDescending: word.startsWith("-") }));
  if (new Set(order.map(({ by }) => by)).size !== order.length) throw validation("sort");
  return order;
}

export const present = (row: queries.SuppressionRecord) => ({ ...row, createdAt: row.createdAt.toISOString() });

export async function blacklistAddress(ctx: Context, address: string, detail: string | null) {
  const email = normalizeEmail(address);
  if (email === undefined) throw validation("email");
  const fingerprint = addressFingerprint(ctx.company.fingerprintKey, email);
  return inTransaction(ctx, async (inner) => {
    await lockAddress(inner.db, fingerprint);
    // An address that was erased is suppressed without being known again.
    const isErased = await queries.isErasedAddress(inner.db, fingerprint);
    return present(await blacklist(inner, { email: isErased ? null : email, fingerprint }, detail));
  });
}

/** Lifts a blacklisting. What the person said, or their server, is not ours to take back: that needs a double opt-in. */
export async function unblacklistAddress(ctx: Context, address: string): Promise<void> {
  const email = normalizeEmail(address);
  if (email === undefined) throw notFound("suppression");
  const fingerprint = addressFingerprint(ctx.company.fingerprintKey, email);
  await inTransaction(ctx, async (inner) => {
    await lockAddress(inner.db, fingerprint);
    await unblacklist(inner, { email, fingerprint });
  });
}

/** Of an erased address nobody says the e-mail; no contact has it either. */
type Address = { email: string | null; fingerprint: Buffer };

/** Under the address lock. */
export async function blacklist(ctx: Context, address: Address, note: string | null) {
  const { db } = ctx;
  const present = await queries.findSuppression(db, address.fingerprint);
  if (present !== undefined && present.reason !== "manual") throw locked(present.reason);
  const detail = note ?? present?.detail ?? null;
  const at = ctx.clock.now();
  const kept = await queries.upsertSuppression(db, {
    ...address,
    reason: "manual",
    source: "admin",
    detail,
    blacklisted: true,
    createdAt: at,
  });
  const contactId = address.email === null ? undefined : await queries.findContactIdByEmail(db, address.email);
  if (contactId === undefined) return kept;
  if (present !== undefined) {
    await updateContact(db, contactId, { suppressionNote: detail, updatedAt: at });
  } else {
    await updateContact(db, contactId, {
      suppressionReason: "manual",
      suppressionNote: detail,
      suppressedAt: at,
      blacklistedAt: at,
      updatedAt: at,
    });
    await journal.append(db, [{ type: "blacklisted", contactId, at, payload: {} }]);
  }
  return kept;
}

/** Under the address lock. */
export async function unblacklist(ctx: Context, address: { email: string; fingerprint: Buffer }): Promise<void> {
  const { db } = ctx;
  const { email, fingerprint } = address;
  const present = await queries.findSuppression(db, fingerprint);
  if (present === undefined) throw notFound("suppression");
  if (present.reason !== "manual") throw locked(present.reason);
  await queries.deleteSuppression(db, fingerprint);
  const contactId = await queries.findContactIdByEmail(db, email);
  if (contactId === undefined) return;
  await updateContact(db, contactId, {
    suppressionReason: null,
    suppressionNote: null,
    suppressedAt: null,
    blacklistedAt: null,
    updatedAt: ctx.clock.now(),
  });
  await journal.append(db, [{ type: "unblacklisted", contactId, at: ctx.clock.now(), payload: {} }]);
}

import { inTransaction, type Context } from "../../../context.ts";
import { contactBlacklisted, contactUnblacklisted } from "../../../journal/events.ts";
import * as journal from "../../../journal/journal.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { addressFingerprint } from "../../../kernel/crypto.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { ApiError, notFound, validation } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { lockContacts } from "../memberships/queries.ts";
import { lockAddress, updateContact } from "../queries.ts";
import { restoreBounced } from "../restore-bounced.queries.ts";
import type { SuppressionReason } from "../states.ts";
import * as queries from "./queries.ts";

const suppressionLocked = (reason: SuppressionReason) =>
  new ApiError("suppression_locked", "reason", { params: { reason } });

export async function listSuppressions(ctx: Context, query: queries.SuppressionFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = toPage(query);
  const { sort = "-createdAt" } = query;
  const [total, rows] = await Promise.all([
    queries.countSuppressions(ctx.db, query),
    queries.listSuppressions(ctx.db, query, { sort, limit: pageSize, offset }),
  ]);
  return { items: rows.map(presentSuppression), total, page, pageSize };
}

export const presentSuppression = (row: queries.SuppressionRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

export async function blacklistAddress(ctx: Context, address: string, detail: string | null) {
  const email = normalizeEmail(address);
  if (email === undefined) throw validation("email", accepts.email);
  const fingerprint = addressFingerprint(ctx.company.fingerprintKey, email);
  return inTransaction(ctx, async (inner) => {
    await lockAddress(inner.db, fingerprint);
    // An erased address is suppressed without storing it again.
    const isErased = await queries.isErasedAddress(inner.db, fingerprint);
    return presentSuppression(await blacklistUnderLock(inner, { email: isErased ? null : email, fingerprint }, detail));
  });
}

/**
 * Removes a blacklisting or a bounce, which is no opt-out: the contact gets its earlier status back. An opt-out
 * of the person is locked; only a double opt-in ends it.
 */
export async function deleteSuppression(ctx: Context, address: string): Promise<void> {
  const email = normalizeEmail(address);
  if (email === undefined) throw notFound("suppression");
  const fingerprint = addressFingerprint(ctx.company.fingerprintKey, email);
  await inTransaction(ctx, async (inner) => {
    await lockAddress(inner.db, fingerprint);
    const existing = await queries.findSuppression(inner.db, fingerprint);
    if (existing?.reason !== "bounced") return unblacklistUnderLock(inner, { email, fingerprint });
    await restoreAddress(inner, email);
    return existing.blacklisted
      ? removeBlacklisting(inner, { email, fingerprint })
      : queries.deleteSuppression(inner.db, fingerprint);
  });
}

/** Gives the bounced contact of an address, where there is one, its earlier status back. */
async function restoreAddress({ db, clock }: Context, email: string): Promise<void> {
  const contactId = await queries.findContactIdByEmail(db, email);
  if (contactId === undefined) return;
  await lockContacts(db, [contactId]);
  await restoreBounced(db, [contactId], { at: clock.now() });
}

/** A suppression of an erased address has no e-mail and no contact. */
type SuppressedAddress = { email: string | null; fingerprint: Buffer };

/** Under the address lock. */
export async function blacklistUnderLock(ctx: Context, address: SuppressedAddress, note: string | null) {
  const { db } = ctx;
  const existing = await queries.findSuppression(db, address.fingerprint);
  if (existing !== undefined && existing.reason !== "manual") throw suppressionLocked(existing.reason);
  const detail = note ?? existing?.detail ?? null;
  const at = ctx.clock.now();
  const suppression = await queries.upsertSuppression(db, {
    ...address,
    reason: "manual",
    source: "admin",
    detail,
    blacklisted: true,
    createdAt: at,
  });
  const contactId = address.email === null ? undefined : await queries.findContactIdByEmail(db, address.email);
  if (contactId === undefined) return suppression;
  if (existing !== undefined) {
    await updateContact(db, contactId, { suppressionNote: detail, updatedAt: at });
  } else {
    await updateContact(db, contactId, {
      suppressionReason: "manual",
      suppressionNote: detail,
      suppressedAt: at,
      blacklistedAt: at,
      updatedAt: at,
    });
    await journal.appendEntries(db, [contactBlacklisted.entry({ contactId, at, payload: {} })]);
  }
  return suppression;
}

/** Under the address lock. */
export async function unblacklistUnderLock(
  ctx: Context,
  address: { email: string; fingerprint: Buffer },
): Promise<void> {
  const existing = await queries.findSuppression(ctx.db, address.fingerprint);
  if (existing === undefined) throw notFound("suppression");
  if (existing.reason !== "manual") throw suppressionLocked(existing.reason);
  await removeBlacklisting(ctx, address);
}

async function removeBlacklisting(
  ctx: Context,
  { email, fingerprint }: { email: string; fingerprint: Buffer },
): Promise<void> {
  const { db } = ctx;
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
  await journal.appendEntries(db, [contactUnblacklisted.entry({ contactId, at: ctx.clock.now(), payload: {} })]);
}

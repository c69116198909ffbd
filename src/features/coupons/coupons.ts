import { inTransaction, type Context } from "../../context.ts";
import { existing } from "../../kernel/accepts.ts";
import { conflict, validation } from "../../kernel/errors.ts";
import { iso } from "../../kernel/local-time.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { lockContacts } from "../contacts/memberships/queries.ts";
import { assignCodes } from "./assignment.queries.ts";
import { codeKey, splitCodes } from "./code-list.ts";
import * as queries from "./coupon-list.queries.ts";
import { getStack } from "./service.ts";
import { markCodesUsed } from "./used.queries.ts";

const present = ({ assignedAt, usedAt, ...row }: queries.CouponRecord) => ({
  ...row,
  assignedAt: iso(assignedAt),
  usedAt: iso(usedAt),
});

export async function listCoupons(ctx: Context, stackId: string, query: queries.CouponFilters & Paging) {
  await getStack(ctx, stackId);
  const { page, pageSize, offset } = toPage(query);
  const { timeZone } = ctx.company;
  const { rows, total } = await queries.listCoupons(ctx.db, stackId, { ...query, timeZone, limit: pageSize, offset });
  return { items: rows.map(present), total, page, pageSize };
}

export async function assignCoupon(ctx: Context, stackId: string, contactId: string) {
  return inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    await getStack(inner, stackId);
    if ((await lockContacts(db, [contactId])).length === 0) throw validation("contactId", existing("contact"));
    const [assigned] = await assignCodes(db, stackId, { contactIds: [contactId], at: clock.now() });
    const coupon = assigned && (await queries.findCouponOfMessage(db, stackId, contactId));
    if (coupon === undefined) throw conflict("empty");
    return { status: assigned?.isNew === true ? (201 as const) : (200 as const), body: present(coupon) };
  });
}

const chunkSize = 10_000;

/** Chunks are committed one by one; a repeated request counts what is marked already. */
export async function markUsed(ctx: Context, stackId: string, text: string) {
  await getStack(ctx, stackId);
  const codes = [...new Map(splitCodes(text).map((code) => [codeKey(code), code])).values()];
  if (codes.length === 0) throw validation("text", { required: true, min: 1, unit: "codes" });
  const counts = { marked: 0, already: 0, unknown: 0 };
  for (let start = 0; start < codes.length; start += chunkSize) {
    const chunk = codes.slice(start, start + chunkSize);
    const done = await ctx.db.transaction((db) => markCodesUsed(db, stackId, { codes: chunk, at: ctx.clock.now() }));
    counts.marked += done.marked;
    counts.already += done.already;
    counts.unknown += done.unknown;
  }
  return { ...counts, stack: await getStack(ctx, stackId) };
}

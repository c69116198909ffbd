import type { Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { couponKeysIn } from "../../mail/render/coupon-keys.ts";
import type { MergeCoupons } from "../../mail/render/values.ts";
import type { CompiledMessages } from "../../message-source.ts";
import { assignCodes, findAssignedCodes } from "./assignment.queries.ts";
import { findStacksByMergeKeys } from "./queries.ts";

/** A stack that an e-mail uses. `stackId` is null for a merge key without a stack. */
export type UsedStack = { readonly mergeKey: string; readonly stackId: string | null; readonly free: number };

/** Stacks are in the order of their ids: all workers assign codes of several stacks in the same order. */
export async function findUsedStacks(
  db: TenantDb,
  parts: readonly (string | null | undefined)[],
): Promise<UsedStack[]> {
  const mergeKeys = couponKeysIn(parts);
  if (mergeKeys.length === 0) return [];
  const stacks = await findStacksByMergeKeys(db, mergeKeys);
  const known = stacks.map(({ id, mergeKey, counts }) => ({ mergeKey, stackId: id, free: counts.free }));
  const missing = mergeKeys.filter((mergeKey) => !stacks.some((stack) => stack.mergeKey === mergeKey));
  return [...known, ...missing.map((mergeKey) => ({ mergeKey, stackId: null, free: 0 }))];
}

/**
 * Gives each contact a code of every stack, the one it has where it has one. Answers only contacts with all codes: an e-mail to
 * any other contact would be incomplete.
 */
async function assignEmailCoupons(
  { db, clock }: Pick<Context, "db" | "clock">,
  stacks: readonly UsedStack[],
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, MergeCoupons>> {
  const codes = new Map<string, Record<string, string>>(contactIds.map((id) => [id, {}]));
  for (const { stackId, mergeKey } of stacks) {
    if (stackId === null) return new Map();
    const assigned = await assignCodes(db, stackId, { contactIds, at: clock.now() });
    for (const { contactId, code } of assigned) {
      const own = codes.get(contactId);
      if (own !== undefined) own[mergeKey] = code;
    }
  }
  return new Map([...codes].filter(([, own]) => Object.keys(own).length === stacks.length));
}

/** The part of compiled messages that assigns codes; none for messages without coupons. */
export const couponAssignment = (stacks: readonly UsedStack[]): Pick<CompiledMessages, "assignCoupons"> =>
  stacks.length === 0 ? {} : { assignCoupons: (ctx, contactIds) => assignEmailCoupons(ctx, stacks, contactIds) };

/** The codes that the contact has, to show a sent e-mail again. */
export async function findEmailCoupons(
  db: TenantDb,
  stacks: readonly UsedStack[],
  contactId: string,
): Promise<MergeCoupons> {
  const ids = stacks.flatMap(({ stackId }) => stackId ?? []);
  if (ids.length === 0) return {};
  const assigned = await findAssignedCodes(db, contactId, ids);
  return Object.fromEntries(
    assigned.flatMap(({ stackId, code }) => {
      const stack = stacks.find((each) => each.stackId === stackId);
      return stack === undefined ? [] : [[stack.mergeKey, code]];
    }),
  );
}

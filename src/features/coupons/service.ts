import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { conflictOnTakenName } from "../../db/unique-names.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { requireShop } from "../contacts/shops.ts";
import { lockCompany } from "../members/queries.ts";
import * as queries from "./queries.ts";
import type { CouponStackInput } from "./shapes.ts";
import { rejectIfNeeded } from "../../hooks/deletion.ts";
import { couponStackHooks } from "./coupon-stack-hooks.ts";

const maxStacks = 1000;

const present = ({ createdAt, ...row }: queries.CouponStackRecord) => ({ ...row, createdAt: createdAt.toISOString() });

export async function listStacks(ctx: Context, query: queries.StackFilters & Paging & { sort?: string }) {
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const { rows, total } = await queries.listStacks(ctx.db, query, {
    sort: query.sort ?? "name",
    limit: pageSize,
    offset,
  });
  return { items: rows.map(present), total, page, pageSize };
}

export async function getStack({ db }: Context, id: string) {
  const row = await queries.findStack(db, id);
  if (row === undefined) throw notFound("coupon_stack");
  return present(row);
}

export async function createStack(ctx: Context, input: Static<typeof CouponStackInput>) {
  const { name, mergeKey, shopId = null, note = "" } = input;
  await requireShop(ctx.db, shopId);
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await lockCompany(inner.db);
      if ((await queries.countStacks(inner.db)) >= maxStacks) throw conflict("limit");
      const stack = { name: name.trim(), mergeKey, shopId, note, createdAt: inner.clock.now() };
      const id = await queries.insertStack(inner.db, stack);
      if (id === undefined) throw conflict("mergeKey");
      inner.db.created(id);
      return getStack(inner, id);
    }),
  );
}

export async function deleteStack(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    if (!(await queries.lockStack(inner.db, id))) throw notFound("coupon_stack");
    await rejectIfNeeded(inner, couponStackHooks, { target: id });
    await queries.deleteStack(inner.db, id);
  });
}

import type { Context } from "../context.ts";
import { rejectIfReferred, type Referrer } from "../kernel/errors.ts";
import type { HookPoint } from "./hook-point.ts";

/** How later features take part in the deletion of an object, which is named by its id unless stated otherwise. */
export type DeletionHooks<Target = string> = {
  /** What still needs the object, inside the transaction that is about to delete it. */
  readonly dependents?: (ctx: Context, target: Target) => Promise<readonly Referrer[]>;
  /** Removes references to an object that nothing needs any more, before it is deleted. */
  readonly detach?: (ctx: Context, target: Target) => Promise<void>;
};

type DeletionPoint<Target> = HookPoint<DeletionHooks<Target>>;

export async function findDependents<Target>(
  ctx: Context,
  point: DeletionPoint<Target>,
  target: Target,
): Promise<readonly Referrer[]> {
  const found: Referrer[] = [];
  for (const { dependents } of point.in(ctx)) found.push(...((await dependents?.(ctx, target)) ?? []));
  return found;
}

/** Refuses to delete what its own feature (`own`) or a later one still needs. */
export async function rejectIfNeeded<Target>(
  ctx: Context,
  point: DeletionPoint<Target>,
  { target, own = [] }: { readonly target: Target; readonly own?: readonly Referrer[] },
): Promise<void> {
  rejectIfReferred([...own, ...(await findDependents(ctx, point, target))]);
}

export async function detachObject<Target>(ctx: Context, point: DeletionPoint<Target>, target: Target): Promise<void> {
  for (const { detach } of point.in(ctx)) await detach?.(ctx, target);
}

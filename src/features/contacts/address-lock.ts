import type { Context } from "../../context.ts";
import { targetLockedMs } from "../../db/distribution/abilities.ts";
import { lockAllAddresses, lockCompanyAddresses } from "./queries.ts";

const minStepSize = 100;
const maxGrowth = 2;

export type MeasuredStep = {
  /** The limit of the step, and how many rows it had. */
  readonly size: number;
  readonly rows: number;
  readonly lockedMs: number;
};

/**
 * The limit of the next step, from the rows per time of this one. A step with few rows says nothing about larger ones,
 * unless it took too long.
 */
export function nextStepSize(
  { size, rows, lockedMs }: MeasuredStep,
  { min, max, targetMs }: { readonly min: number; readonly max: number; readonly targetMs: number },
): number {
  if (rows * 2 < size && lockedMs <= targetMs) return size;
  const affordable = Math.floor((rows * targetMs) / Math.max(1, lockedMs));
  return Math.max(min, Math.min(max, size * maxGrowth, affordable));
}

export type StepSizes = { readonly first: number; readonly max: number };

export type AddressLock = {
  /** The most rows that the step may have. */
  readonly size: number;
  /** The limit of the next step, at the end of one that had this many rows. */
  nextSize(rows: number): number;
};

/**
 * Locks every address of the company for one step of long work. Waiting writes get their turn between steps, because the
 * next step queues behind them. `size` is that of the checkpoint, undefined in the first step, which checks planner statistics.
 */
export async function lockAllAddressesForStep(
  { db, clock, volume }: Context,
  size: number | undefined,
  sizes: StepSizes,
): Promise<AddressLock> {
  const max = volume(sizes.max);
  const limit = Math.min(size ?? volume(sizes.first), max);
  await (size === undefined ? lockAllAddresses(db) : lockCompanyAddresses(db));
  const lockedAt = clock.now().getTime();
  const limits = { min: volume(minStepSize), max, targetMs: targetLockedMs(db) };
  return {
    size: limit,
    nextSize: (rows) => nextStepSize({ size: limit, rows, lockedMs: clock.now().getTime() - lockedAt }, limits),
  };
}

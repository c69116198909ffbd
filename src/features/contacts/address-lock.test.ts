import { expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company } from "../../../tests/harness/factories/company.ts";
import { inTransaction } from "../../context.ts";
import { targetLockedMs } from "../../db/distribution/abilities.ts";
import { lockAllAddressesForStep, nextStepSize } from "./address-lock.ts";

it.each([
  ["doubles after a fast step", { size: 250, rows: 250, lockedMs: 0 }, 500],
  ["has as many rows as fit into the time", { size: 1000, rows: 1000, lockedMs: 400 }, 500],
  ["grows only as far as they fit", { size: 1000, rows: 1000, lockedMs: 160 }, 1250],
  ["shrinks at once after a very slow step", { size: 8000, rows: 8000, lockedMs: 6000 }, 266],
  ["has at least 100 rows", { size: 1000, rows: 1000, lockedMs: 60_000 }, 100],
  ["has at most as many as allowed", { size: 8000, rows: 8000, lockedMs: 10 }, 8000],
  ["is not changed by a small rest", { size: 4000, rows: 3, lockedMs: 20 }, 4000],
  ["shrinks also if a small rest was slow", { size: 4000, rows: 1000, lockedMs: 500 }, 400],
])("the next step %s", (_, step, size) => {
  expect(nextStepSize(step, { min: 100, max: 8000, targetMs: 200 })).toBe(size);
});

it("measures only the time after the lock", async () => {
  holdClock();
  const { ctx, clock } = await company();
  await inTransaction(ctx, async (inner) => {
    clock.advance(10_000);
    const lock = await lockAllAddressesForStep(inner, undefined, { first: 1000, max: 2000 });
    expect(lock.size).toBe(1000);
    clock.advance(500);
    expect(lock.nextSize(1000)).toBe(2 * targetLockedMs(ctx.db));
  });
});

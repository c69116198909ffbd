import { expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { inTransaction } from "../../context.ts";
import { lockAllAddressesForStep, nextStepSize } from "./address-lock.ts";

it.each([
  ["doubles after a fast step", { size: 250, rows: 250, lockedMs: 0 }, 500],
  ["has as many rows as fit into the time", { size: 1000, rows: 1000, lockedMs: 300 }, 500],
  ["grows only as far as they fit", { size: 1000, rows: 1000, lockedMs: 100 }, 1500],
  ["shrinks at once after a very slow step", { size: 8000, rows: 8000, lockedMs: 6000 }, 200],
  ["has at least 50 rows", { size: 100, rows: 100, lockedMs: 60_000 }, 50],
  ["has at most as many as allowed", { size: 8000, rows: 8000, lockedMs: 10 }, 8000],
  ["is not changed by a small rest", { size: 4000, rows: 3, lockedMs: 20 }, 4000],
  ["shrinks also if a small rest was slow", { size: 4000, rows: 1000, lockedMs: 500 }, 300],
])("the next step %s", (_, step, size) => {
  expect(nextStepSize(step, 8000)).toBe(size);
});

it("measures only the time after the lock", async () => {
  const { ctx, clock } = await company();
  await inTransaction(ctx, async (inner) => {
    clock.advance(10_000);
    const lock = await lockAllAddressesForStep(inner, undefined, { first: 200, max: 1000 });
    expect(lock.size).toBe(200);
    clock.advance(300);
    expect(lock.nextSize(200)).toBe(100);
  });
});

import { onTestFinished } from "vitest";
import type { Clock } from "../../../src/kernel/clock.ts";

export type TestClock = Clock & { set(at: Date): void; advance(ms: number): void };

/** How much the clocks of this process move with every reading. */
let stepMs = 1;

/** A clock that moves with every reading: one act that reads it twice does not get the same time by chance. */
export function testClock(): TestClock {
  let at = new Date();
  return {
    now: () => {
      at = new Date(at.getTime() + stepMs);
      return at;
    },
    set: (next) => {
      at = next;
    },
    advance: (ms) => {
      at = new Date(at.getTime() + ms);
    },
  };
}

/** For a test of exact times: until it ends, clocks stand still unless they are moved. */
export function holdClock(): void {
  stepMs = 0;
  onTestFinished(() => {
    stepMs = 1;
  });
}

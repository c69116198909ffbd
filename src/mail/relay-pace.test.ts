import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RelayPace } from "./relay-pace.ts";

let now = 0;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const sent = { count: 1, length: 1, isSent: true, isNew: false, isFull: true };
const record = (pace: RelayPace, ms: number, times: number) => {
  for (let n = 0; n < times; n += 1) pace.record({ ...sent, ms });
};

it("opens more connections to a slow relay, up to the setting", () => {
  const pace = new RelayPace(20);
  expect(pace.connections).toBe(8);
  record(pace, 1, 100);
  expect(pace.connections).toBe(8);
  record(pace, 100, 5);
  expect(pace.connections).toBe(13);
  record(pace, 100, 50);
  expect(pace.connections).toBe(20);
  expect(new RelayPace(3).connections).toBe(3);
});

it("closes connections when the relay answers 421, and tries one more per minute", () => {
  const pace = new RelayPace(20);
  record(pace, 100, 50);
  pace.shrinkTo(12);
  record(pace, 100, 50);
  expect(pace.connections).toBe(12);
  now = 60_000;
  record(pace, 100, 50);
  expect(pace.connections).toBe(13);
  pace.shrink();
  expect(pace.connections).toBe(6);
  for (let n = 0; n < 10; n += 1) pace.shrink();
  expect(pace.connections).toBe(1);
  now = 60_000 * 30;
  record(pace, 100, 50);
  expect(pace.connections).toBe(20);
});

it("has as many messages in flight as can begin within the time", () => {
  const capacityAt = (ms: number) => {
    const pace = new RelayPace(20);
    record(pace, ms, 1);
    return pace.capacity(20, 300).startable;
  };
  expect([1, 20, 100, 400, 1000, 2000].map(capacityAt)).toEqual([6020, 320, 80, 35, 20, 20]);
  expect(new RelayPace(20).capacity(8, 300)).toEqual({ concurrent: 8, startable: 24 });
});

it("pipelines more messages while several are answered as fast as one, also by a slow relay", () => {
  const pace = new RelayPace(20);
  expect(pace.record({ ...sent, ms: 5, length: 2 })).toBe(4);
  expect(pace.record({ ...sent, ms: 5, length: 8 })).toBe(8);
  expect(pace.record({ ...sent, ms: 5, length: 8, isSent: false })).toBe(1);
  const slow = new RelayPace(20);
  expect(slow.record({ ...sent, ms: 1500, isNew: true })).toBe(1);
  expect(slow.record({ ...sent, ms: 1000 })).toBe(1);
  expect(slow.record({ ...sent, ms: 1000 })).toBe(2);
  expect(slow.record({ ...sent, ms: 1010, count: 2, length: 2 })).toBe(4);
});

it("pipelines no more to a slow relay that handles messages one after another", () => {
  const pace = new RelayPace(20);
  record(pace, 1000, 2);
  expect(pace.record({ ...sent, ms: 2000, count: 2, length: 2 })).toBe(1);
  expect(pace.record({ ...sent, ms: 1000 })).toBe(1);
  now = 60_000;
  expect(pace.record({ ...sent, ms: 1000 })).toBe(2);
});

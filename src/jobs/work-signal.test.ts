import { describe, expect, it, vi } from "vitest";
import { createLog } from "../log/log.ts";
import { PollingLoop } from "./polling-loop.ts";
import { TaskLoop } from "./task-loop.ts";
import { WorkSignal } from "./work-signal.ts";

const longMs = 600_000;
const log = createLog("silent");

describe("waiting for work", () => {
  const never = new AbortController().signal;

  it("ends when work is announced, for every waiting loop", async () => {
    const signal = new WorkSignal();
    const waiting = [signal.wait(signal.count, longMs, never), signal.wait(signal.count, longMs, never)];
    signal.announce();
    expect(await Promise.all(waiting)).toHaveLength(2);
  });

  it("does not begin when work was announced while a loop was looking for it", async () => {
    const signal = new WorkSignal();
    const seen = signal.count;
    signal.announce();
    expect(await signal.wait(seen, longMs, never)).toBeUndefined();
  });

  it("ends after its time without an announcement", async () => {
    const signal = new WorkSignal();
    await signal.wait(signal.count, 1, never);
    expect(signal.count).toBe(0);
  });

  it("ends when the worker stops, also before it begins", async () => {
    const signal = new WorkSignal();
    const stopping = new AbortController();
    const waiting = signal.wait(signal.count, longMs, stopping.signal);
    stopping.abort();
    expect(await waiting).toBeUndefined();
    expect(await signal.wait(signal.count, longMs, stopping.signal)).toBeUndefined();
  });
});

describe("a loop", () => {
  it("starts a round at once when work is announced", async () => {
    const announced = new WorkSignal();
    const round = vi.fn(async () => false);
    const loop = new PollingLoop({ task: "test", intervalMs: longMs, announced, log, round });
    loop.start();
    await expect.poll(() => round.mock.calls).toHaveLength(1);
    announced.announce();
    await expect.poll(() => round.mock.calls).toHaveLength(2);
    await loop.stop();
  });

  it("claims tasks at once when they are announced", async () => {
    const announced = new WorkSignal();
    const claim = vi.fn(async () => []);
    const options = { task: "test", intervalMs: longMs, announced, log, claim };
    const loop = new TaskLoop({ ...options, run: async () => undefined, describe: () => ({}) });
    loop.start();
    await expect.poll(() => claim.mock.calls).toHaveLength(1);
    announced.announce();
    await expect.poll(() => claim.mock.calls).toHaveLength(2);
    await loop.stop();
  });

  it("polls without announcements", async () => {
    const round = vi.fn(async () => false);
    const loop = new PollingLoop({ task: "test", intervalMs: 5, log, round });
    loop.start();
    await expect.poll(() => round.mock.calls.length).toBeGreaterThan(2);
    await loop.stop();
  });
});

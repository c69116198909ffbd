import { expect, it } from "vitest";
import { SendWindow, type WindowGrant } from "./send-window.ts";

const { signal } = new AbortController();
const aWindow = (concurrent: number, startable: number) =>
  new SendWindow({ capacity: () => ({ concurrent, startable }) });

it("grants groups of 100 to a fast relay, three at a time", async () => {
  const window = aWindow(64, 5000);
  const grants = [await window.acquire(signal), await window.acquire(signal), await window.acquire(signal)];
  expect(grants.map((grant) => grant?.size)).toEqual([100, 100, 100]);
  const next = window.acquire(signal);
  grants[0]?.release(99);
  expect(await Promise.race([next, Promise.resolve("waits")])).toBe("waits");
  grants[0]?.release(1);
  expect((await next)?.size).toBe(100);
});

it("grants messages as soon as others are accepted, but limits those that are not written", async () => {
  const window = aWindow(20, 300);
  const accept = (grant: WindowGrant | undefined) => {
    for (let count = grant?.size ?? 0; count > 0; count -= 1) grant?.accepted();
  };
  const grants = [];
  for (let n = 0; n < 4; n += 1) {
    const grant = await window.acquire(signal);
    accept(grant);
    grants.push(grant);
  }
  expect(grants.map((grant) => grant?.size)).toEqual([100, 100, 100, 100]);
  const next = window.acquire(signal);
  expect(await Promise.race([next, Promise.resolve("waits")])).toBe("waits");
  grants[2]?.release(100);
  expect((await next)?.size).toBe(100);
});

it("grants a slow relay one message for each connection, and another as soon as one is free", async () => {
  const window = aWindow(20, 20);
  const first = await window.acquire(signal);
  expect(first?.size).toBe(20);
  const [second, third] = [window.acquire(signal), window.acquire(signal)];
  first?.release(1);
  expect((await second)?.size).toBe(1);
  first?.release(3);
  expect((await third)?.size).toBe(3);
});

it("leaves half of what waits for a connection in flight while the next group is claimed", async () => {
  const window = aWindow(20, 80);
  const first = await window.acquire(signal);
  expect(first?.size).toBe(80);
  const next = window.acquire(signal);
  first?.release(29);
  expect(await Promise.race([next, Promise.resolve("waits")])).toBe("waits");
  first?.release(1);
  expect((await next)?.size).toBe(30);
});

it("gives back no more than was granted", async () => {
  const window = aWindow(5, 5);
  const grant = await window.acquire(signal);
  grant?.release(9);
  grant?.releaseAll();
  expect((await window.acquire(signal))?.size).toBe(5);
});

it("grants nothing any more when the process stops", async () => {
  const window = aWindow(1, 1);
  await window.acquire(signal);
  const stopping = new AbortController();
  const waiting = window.acquire(stopping.signal);
  stopping.abort();
  expect(await waiting).toBeUndefined();
  expect(await window.acquire(stopping.signal)).toBeUndefined();
});

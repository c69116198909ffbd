import { describe, expect, it } from "vitest";
import { hours, minutes } from "../../kernel/local-time.ts";
import type { RefusedOutcome, SmtpStage } from "../../mail/outcome.ts";
import { throttledSide, throttleMs, deliveryResultOf, retryDelayMs } from "./outcomes.ts";

const now = new Date("2026-11-15T10:00:00.000Z");
const halfAMinuteLater = new Date(now.getTime() + minutes(0.5));
const tried = { attempts: 0, firstAt: now, now };

const refused = (stage: SmtpStage, code: number, enhanced?: string): RefusedOutcome => ({
  outcome: "refused",
  kind: code >= 500 ? "permanent" : "temporary",
  stage,
  code,
  enhanced,
  response: "said so",
});

describe("the outcome of a message", () => {
  it.each([
    [{ outcome: "sent", response: "" } as const, { kind: "sent" }],
    [{ outcome: "unknown", response: "" } as const, { kind: "unknown" }],
    [{ outcome: "held" } as const, { kind: "relay_unavailable", reason: "off" }],
    [refused("connect", 0), { kind: "relay_unavailable", reason: "connect" }],
    [refused("auth", 535), { kind: "relay_unavailable", reason: "535" }],
    [refused("greeting", 421), { kind: "relay_unavailable", reason: "421" }],
    [
      refused("mail", 550, "5.7.1"),
      { kind: "later", reason: "5.7.1", countsAsAttempt: false, dueAt: halfAMinuteLater },
    ],
    [refused("mail", 530), { kind: "later", reason: "530", countsAsAttempt: false, dueAt: halfAMinuteLater }],
    [refused("mail", 552, "5.3.4"), { kind: "failed", reason: "5.3.4" }],
    [refused("rcpt", 550, "5.4.5"), { kind: "later", reason: "5.4.5", countsAsAttempt: true, dueAt: halfAMinuteLater }],
    [refused("data", 554), { kind: "failed", reason: "554" }],
    [refused("local", 500, "5.1.3"), { kind: "failed", reason: "5.1.3" }],
    [refused("rcpt", 550, "5.1.1"), { kind: "refused", reply: { code: 550, status: "5.1.1", text: "said so" } }],
    [refused("message", 554), { kind: "refused", reply: { code: 554, status: undefined, text: "said so" } }],
    [refused("rcpt", 450, "4.2.1"), { kind: "later", reason: "4.2.1", countsAsAttempt: true, dueAt: halfAMinuteLater }],
  ])("%j", (outcome, result) => {
    expect(deliveryResultOf(outcome, tried, 0.5)).toEqual(result);
  });

  it("is a failure when the retry would be after a day", () => {
    const firstAt = new Date(now.getTime() - hours(23.5));
    expect(deliveryResultOf(refused("rcpt", 450), { attempts: 20, firstAt, now }, 0.5)).toEqual({
      kind: "failed",
      reason: "expired",
    });
    const denied = { ...refused("rcpt", 554, "5.7.1"), response: "Relay access denied" };
    expect(deliveryResultOf(denied, { attempts: 20, firstAt, now }, 0.5)).toEqual({
      kind: "refused",
      reply: { code: 554, status: "5.7.1", text: "Relay access denied" },
    });
  });
});

it("is retried with growing, randomised delays of at most two hours and a quarter more", () => {
  expect([0, 1, 2, 3].map((attempts) => retryDelayMs(attempts, 0.5) / minutes(1))).toEqual([0.5, 1, 2, 4]);
  expect(retryDelayMs(3, 0)).toBeLessThan(retryDelayMs(3, 1));
  expect(retryDelayMs(60, 1)).toBe(hours(2.5));
});

it("throttles with growing delays", () => {
  expect(throttledSide(refused("rcpt", 450))).toBe("recipient");
  expect(throttledSide(refused("message", 421))).toBe("recipient");
  expect(throttledSide(refused("mail", 451))).toBe("sender");
  for (const other of [refused("rcpt", 550), refused("connect", 0), refused("greeting", 421), refused("rcpt", 0)])
    expect(throttledSide(other)).toBeUndefined();
  expect([0, 1, 2, 10].map((level) => throttleMs(level) / minutes(1))).toEqual([0.5, 1, 2, 15]);
});

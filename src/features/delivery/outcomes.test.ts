import { describe, expect, it } from "vitest";
import { hours, minutes } from "../../kernel/local-time.ts";
import type { RefusedOutcome, SmtpStage } from "../../mail/outcome.ts";
import { toDeliveryResult, retryDelayMs, toThrottleSignal } from "./outcomes.ts";

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
    expect(toDeliveryResult(outcome, tried, 0.5)).toEqual(result);
  });

  it("is a failure when the retry would be after a day", () => {
    const firstAt = new Date(now.getTime() - hours(23.5));
    expect(toDeliveryResult(refused("rcpt", 450), { attempts: 20, firstAt, now }, 0.5)).toEqual({
      kind: "failed",
      reason: "expired",
    });
    const denied = { ...refused("rcpt", 554, "5.7.1"), response: "Relay access denied" };
    expect(toDeliveryResult(denied, { attempts: 20, firstAt, now }, 0.5)).toEqual({
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

const worded = (code: number, enhanced: string | undefined, response: string) => ({
  ...refused("rcpt", code, enhanced),
  response,
});

describe("a temporary refusal", () => {
  it.each([
    ["of a full mailbox", refused("rcpt", 452, "4.2.2")],
    ["of a busy mailbox", refused("rcpt", 450, "4.2.1")],
    ["of a full mailbox in words", worded(452, undefined, "452 Mailbox is full")],
    ["by greylisting", worded(450, "4.2.0", "450 4.2.0 Recipient address rejected: Greylisted")],
    ["by greylisting as a rule", worded(451, "4.7.1", "451 4.7.1 Greylisting in action, please come back later")],
    ["of the connection", refused("greeting", 421)],
    ["without a reply", refused("rcpt", 0)],
    ["that is permanent", refused("rcpt", 550)],
  ])("%s concerns no other message", (_, outcome) => {
    expect(toThrottleSignal(outcome)).toBeUndefined();
  });

  it.each([
    ["421", refused("message", 421), { side: "recipient", reply: "421", isExplicit: true }],
    ["4.7.x", refused("rcpt", 450, "4.7.1"), { side: "recipient", reply: "450 4.7.1", isExplicit: true }],
    ["another one", refused("rcpt", 451, "4.3.0"), { side: "recipient", reply: "451 4.3.0", isExplicit: false }],
    ["one of MAIL", refused("mail", 451), { side: "sender", reply: "451", isExplicit: false }],
  ])("with %s may concern the domain or the sender", (_, outcome, signal) => {
    expect(toThrottleSignal(outcome)).toEqual(signal);
  });
});

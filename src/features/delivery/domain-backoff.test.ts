import { expect, it } from "vitest";
import type { SendOutcome } from "../../mail/outcome.ts";
import { DomainBackoff } from "./domain-backoff.ts";

const now = new Date("2026-11-15T10:00:00Z");
const sent: SendOutcome = { outcome: "sent", response: "250 ok" };
const busy = (stage: "mail" | "rcpt"): SendOutcome => ({
  outcome: "refused",
  kind: "temporary",
  stage,
  code: 450,
  enhanced: undefined,
  response: "450 busy",
});
const tried = (domain: string, ...outcomes: SendOutcome[]) => outcomes.map((outcome) => ({ domain, outcome }));

it("throttles a domain that refused most messages", () => {
  const group = [...tried("full.example", busy("rcpt"), busy("rcpt"), sent), ...tried("good.example", sent)];
  expect(new DomainBackoff().throttledDomains(group, "shop.example", now)).toEqual([
    { side: "recipient", domain: "full.example" },
  ]);
});

it("does not throttle a domain for one busy mailbox", () => {
  const group = tried("good.example", sent, busy("rcpt"), sent);
  expect(new DomainBackoff().throttledDomains(group, "shop.example", now)).toEqual([]);
});

it("throttles the sender when the relay asks for it", () => {
  const group = [...tried("a.example", busy("mail"), busy("mail")), ...tried("b.example", sent)];
  expect(new DomainBackoff().throttledDomains(group, "shop.example", now)).toEqual([
    { side: "sender", domain: "shop.example" },
  ]);
});

it("remembers domains that accepted messages since", () => {
  const backoff = new DomainBackoff();
  backoff.throttledDomains(tried("a.example", sent), "shop.example", now);
  const throttled = { side: "recipient", domain: "a.example" } as const;
  expect(backoff.hasAcceptedSince(throttled, new Date(now.getTime() - 1))).toBe(true);
  expect(backoff.hasAcceptedSince(throttled, now)).toBe(false);
  expect(backoff.hasAcceptedSince({ ...throttled, side: "sender" }, new Date(0))).toBe(false);
});

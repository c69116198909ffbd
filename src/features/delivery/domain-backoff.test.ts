import { expect, it } from "vitest";
import type { SendOutcome } from "../../mail/outcome.ts";
import { DomainBackoff, type DomainAttempt } from "./domain-backoff.ts";

const now = new Date("2026-11-15T10:00:00Z");
const sent: SendOutcome = { outcome: "sent", response: "250 ok" };
const refused = (code: number, enhanced?: string, stage: "mail" | "rcpt" = "rcpt"): SendOutcome => ({
  outcome: "refused",
  kind: "temporary",
  stage,
  code,
  enhanced,
  response: "try again",
});
const busy = refused(451, "4.3.0");
const tooMany = refused(450, "4.7.1");
let contacts = 0;
const tried = (domain: string, ...outcomes: SendOutcome[]): DomainAttempt[] =>
  outcomes.map((outcome) => ({ contactId: String((contacts += 1)), domain, outcome }));
const refusalsOf = (backoff: DomainBackoff, attempts: readonly DomainAttempt[], at = now) =>
  backoff.refusals("1", attempts, { sender: "shop.example", now: at });

it("reports the contacts that a domain refused with the same reply", () => {
  const attempts = [...tried("busy.example", busy, busy, refused(450)), ...tried("good.example", sent)];
  expect(refusalsOf(new DomainBackoff(), attempts)).toEqual([
    {
      side: "recipient",
      domain: "busy.example",
      reply: "451 4.3.0",
      isExplicit: false,
      contactIds: attempts.slice(0, 2).map(({ contactId }) => contactId),
      refusedDomain: "busy.example",
      acceptedAt: null,
    },
  ]);
});

it("reports nothing of a domain that accepted a message of the group, or refused mailboxes", () => {
  const backoff = new DomainBackoff();
  expect(refusalsOf(backoff, tried("good.example", busy, sent, busy, busy))).toEqual([]);
  expect(refusalsOf(backoff, tried("full.example", refused(452, "4.2.2"), refused(452, "4.2.2")))).toEqual([]);
});

it("takes a reply that asks to slow down for what it says, unless the domain accepts as many messages", () => {
  const backoff = new DomainBackoff();
  expect(refusalsOf(backoff, tried("limit.example", busy, busy, tooMany))).toMatchObject([
    { reply: "450 4.7.1", isExplicit: true },
  ]);
  expect(refusalsOf(backoff, tried("limit.example", sent, tooMany, tooMany))).toHaveLength(1);
  expect(refusalsOf(backoff, tried("limit.example", sent, tooMany))).toEqual([]);
});

it("takes a reply that asks to slow down for the provider's, and any other for the domain's", () => {
  const atProvider = (domain: string, ...outcomes: SendOutcome[]) =>
    tried(domain, ...outcomes).map((attempt) => ({ ...attempt, provider: "google" }));
  const backoff = new DomainBackoff();
  expect(refusalsOf(backoff, [...atProvider("firm.example", tooMany), ...atProvider("gmail.com", busy)])).toMatchObject(
    [
      { domain: "provider:google", refusedDomain: "firm.example", isExplicit: true },
      { domain: "gmail.com", isExplicit: false },
    ],
  );
  // Another domain of the provider accepts messages.
  expect(refusalsOf(backoff, [...atProvider("firm.example", tooMany), ...atProvider("gmail.com", sent)])).toEqual([]);
});

it("reports the sender when MAIL is refused", () => {
  const attempts = tried("a.example", refused(451, undefined, "mail"));
  expect(refusalsOf(new DomainBackoff(), attempts)).toMatchObject([{ side: "sender", domain: "shop.example" }]);
});

it("remembers when a domain last accepted a message, by company", () => {
  const backoff = new DomainBackoff();
  refusalsOf(backoff, tried("a.example", sent));
  expect(refusalsOf(backoff, tried("a.example", busy))).toMatchObject([{ acceptedAt: now }]);
  const others = backoff.refusals("2", tried("a.example", busy), { sender: "shop.example", now });
  expect(others).toMatchObject([{ acceptedAt: null }]);
});

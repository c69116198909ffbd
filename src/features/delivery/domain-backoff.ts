import { BoundedCache } from "../../kernel/bounded-cache.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import { throttledSide } from "./outcomes.ts";

type Side = "sender" | "recipient";
export type ThrottledDomain = { readonly side: Side; readonly domain: string };
type DomainAttempt = { readonly domain: string; readonly outcome: SendOutcome | undefined };

const maxTrackedDomains = 10_000;

/** Who took messages lately, as far as this process knows: whoever takes some is not at its limit. */
export class DomainBackoff {
  readonly #acceptedAt = new BoundedCache<string, number>(maxTrackedDomains);

  /**
   * Who of a group asked for patience, and meant it: one mailbox that is busy says nothing about its neighbours as long as
   * most of them take their messages.
   */
  throttledDomains(attempts: readonly DomainAttempt[], sender: string, now: Date): ThrottledDomain[] {
    const counts = new Map<string, { throttled: ThrottledDomain; accepted: number; refused: number }>();
    const count = (side: Side, domain: string) => {
      const key = `${side} ${domain}`;
      const entry = counts.get(key) ?? { throttled: { side, domain }, accepted: 0, refused: 0 };
      counts.set(key, entry);
      return entry;
    };
    for (const { domain, outcome } of attempts) {
      if (outcome?.outcome === "sent") {
        this.#acceptedAt.set(domain, now.getTime());
        count("recipient", domain).accepted += 1;
        count("sender", sender).accepted += 1;
        continue;
      }
      const side = outcome === undefined ? undefined : throttledSide(outcome);
      if (side !== undefined) count(side, side === "sender" ? sender : domain).refused += 1;
    }
    return [...counts.values()].filter(({ accepted, refused }) => refused > accepted).map(({ throttled }) => throttled);
  }

  /** Of recipients; a sender's relay shows by being asked again. */
  hasAcceptedSince({ side, domain }: ThrottledDomain, time: Date): boolean {
    return side === "recipient" && (this.#acceptedAt.get(domain) ?? 0) > time.getTime();
  }
}

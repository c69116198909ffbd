import { BoundedCache } from "../../../kernel/bounded-cache.ts";
import type { SendOutcome } from "../../../mail/outcome.ts";
import { pausedSide } from "./outcomes.ts";

type Side = "sender" | "recipient";
export type Asking = { readonly side: Side; readonly domain: string };
type Tried = { readonly domain: string; readonly outcome: SendOutcome | undefined };

const domainsKept = 10_000;

/** Who took messages lately, as far as this process knows: whoever takes some is not at its limit. */
export class Patience {
  readonly #takenAt = new BoundedCache<string, number>(domainsKept);

  /**
   * Who of a group asked for patience, and meant it: one mailbox that is busy says nothing about its neighbours as long as
   * most of them take their messages.
   */
  askedBy(tried: readonly Tried[], sender: string, now: Date): Asking[] {
    const counts = new Map<string, { asking: Asking; taken: number; refused: number }>();
    const count = (side: Side, domain: string) => {
      const key = `${side} ${domain}`;
      const known = counts.get(key) ?? { asking: { side, domain }, taken: 0, refused: 0 };
      counts.set(key, known);
      return known;
    };
    for (const { domain, outcome } of tried) {
      if (outcome?.outcome === "sent") {
        this.#takenAt.set(domain, now.getTime());
        count("recipient", domain).taken += 1;
        count("sender", sender).taken += 1;
        continue;
      }
      const side = outcome === undefined ? undefined : pausedSide(outcome);
      if (side !== undefined) count(side, side === "sender" ? sender : domain).refused += 1;
    }
    return [...counts.values()].filter(({ taken, refused }) => refused > taken).map(({ asking }) => asking);
  }

  /** Of recipients; a sender's relay shows by being asked again. */
  hasTakenSince({ side, domain }: Asking, time: Date): boolean {
    return side === "recipient" && (this.#takenAt.get(domain) ?? 0) > time.getTime();
  }
}

import type { TenantDb } from "../../db/tenant.ts";
import { BoundedCache } from "../../kernel/bounded-cache.ts";
import { addMs, hours } from "../../kernel/local-time.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import { throttledSide, throttleMs } from "./outcomes.ts";
import { findThrottle, upsertThrottle, type DomainThrottle, type ThrottledDomain } from "./throttling.queries.ts";

type Side = ThrottledDomain["side"];
export type DomainAttempt = { readonly domain: string; readonly outcome: SendOutcome | undefined };

const maxTrackedDomains = 10_000;

/** Domains that accepted a message lately, as seen by this process: a domain that accepts messages is not at its limit. */
export class DomainBackoff {
  readonly #acceptedAt = new BoundedCache<string, number>(maxTrackedDomains);

  /**
   * The domains of a group that refused temporarily more messages than they accepted. One busy mailbox does not throttle
   * its domain.
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

  /** Known of recipient domains only; a sender's relay is probed by the next message. */
  hasAcceptedSince({ side, domain }: ThrottledDomain, time: Date): boolean {
    return side === "recipient" && (this.#acceptedAt.get(domain) ?? 0) > time.getTime();
  }
}

const maxLevel = 10;
const forgetAfterMs = hours(1);

/** The throttle after `last`: each one is twice as long, until the domain accepted a message or was quiet for an hour. */
export function nextThrottle(
  last: DomainThrottle | undefined,
  now: Date,
  hasAcceptedSince: (time: Date) => boolean,
): DomainThrottle {
  const isFresh =
    last === undefined || now.getTime() - last.until.getTime() > forgetAfterMs || hasAcceptedSince(last.until);
  const level = isFresh ? 0 : Math.min(last.level + 1, maxLevel);
  return { level, until: addMs(now, throttleMs(level)) };
}

/** Throttles the domains that refused most of a group. Returns whether there were any. */
export async function throttleDomains(
  db: TenantDb,
  backoff: DomainBackoff,
  { attempts, sender, now }: { attempts: readonly DomainAttempt[]; sender: string; now: Date },
): Promise<boolean> {
  const throttled = backoff.throttledDomains(attempts, sender, now);
  for (const domain of throttled) {
    const last = await findThrottle(db, domain);
    if (last !== undefined && last.until > now) continue;
    await upsertThrottle(
      db,
      domain,
      nextThrottle(last, now, (time) => backoff.hasAcceptedSince(domain, time)),
    );
  }
  return throttled.length > 0;
}

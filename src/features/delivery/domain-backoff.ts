import type { TenantDb } from "../../db/tenant.ts";
import { BoundedCache } from "../../kernel/bounded-cache.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import { toThrottleSignal } from "./outcomes.ts";
import { startPace } from "./pace.queries.ts";
import { toProviderThrottleKey } from "./throttle-key.ts";
import { observeRefusals, startThrottle, type DomainRefusals, type ThrottledDomain } from "./throttling.queries.ts";

type Side = ThrottledDomain["side"];
export type DomainAttempt = {
  readonly contactId: string;
  readonly domain: string;
  /** Undefined while it is unknown: the domain is treated by itself. */
  readonly provider?: string | undefined;
  readonly outcome: SendOutcome | undefined;
};

const maxTrackedDomains = 10_000;
/** The same reply to so many different contacts, with nothing accepted in between, concerns their domain. */
const throttlingContacts = 3;

type Counted = {
  readonly throttled: ThrottledDomain;
  accepted: number;
  readonly refusals: Map<string, { isExplicit: boolean; contactIds: string[]; refusedDomain: string }>;
};

/** Domains and providers that accepted a message lately, as seen by this process: a domain that accepts messages is not at its limit. */
export class DomainBackoff {
  readonly #acceptedAt = new BoundedCache<string, Date>(maxTrackedDomains);

  /** What a group learned about its domains and its sender. Usually nothing: it costs no statement then. */
  refusals(tenantId: string, attempts: readonly DomainAttempt[], of: { sender: string; now: Date }): DomainRefusals[] {
    const counts = countAttempts(attempts, of.sender);
    return counts.flatMap(({ throttled, accepted, refusals }) => {
      const key = `${tenantId} ${throttled.side} ${throttled.domain}`;
      const acceptedAt = this.#acceptedAt.get(key) ?? null;
      if (accepted > 0) this.#acceptedAt.set(key, of.now);
      // The most frequent reply of the group; one that asks to slow down comes first.
      const [most] = [...refusals].toSorted(
        ([, a], [, b]) => Number(b.isExplicit) - Number(a.isExplicit) || b.contactIds.length - a.contactIds.length,
      );
      if (most === undefined) return [];
      const [reply, { isExplicit, contactIds, refusedDomain }] = most;
      const isOutweighed = isExplicit ? accepted >= contactIds.length : accepted > 0;
      return isOutweighed ? [] : [{ ...throttled, reply, isExplicit, contactIds, refusedDomain, acceptedAt }];
    });
  }
}

function countAttempts(attempts: readonly DomainAttempt[], sender: string): Counted[] {
  const counts = new Map<string, Counted>();
  const count = (side: Side, domain: string) => {
    const key = `${side} ${domain}`;
    const entry = counts.get(key) ?? { throttled: { side, domain }, accepted: 0, refusals: new Map() };
    counts.set(key, entry);
    return entry;
  };
  for (const { contactId, domain, provider, outcome } of attempts) {
    const providerKey = provider === undefined ? domain : toProviderThrottleKey(provider);
    if (outcome?.outcome === "sent") {
      count("recipient", domain).accepted += 1;
      if (providerKey !== domain) count("recipient", providerKey).accepted += 1;
      count("sender", sender).accepted += 1;
      continue;
    }
    const signal = toThrottleSignal(outcome);
    if (signal === undefined) continue;
    // A reply that asks to slow down is the provider's; any other may be about one of its domains.
    const recipientKey = signal.isExplicit ? providerKey : domain;
    const { refusals } = count(signal.side, signal.side === "sender" ? sender : recipientKey);
    const none = { isExplicit: signal.isExplicit, contactIds: [], refusedDomain: domain };
    const refused = refusals.get(signal.reply) ?? none;
    refusals.set(signal.reply, refused);
    refused.contactIds.push(contactId);
  }
  return [...counts.values()];
}

/** Throttles what a group showed to be at its limit. Returns whether the sender is. */
export async function throttleDomains(
  db: TenantDb,
  backoff: DomainBackoff,
  { attempts, sender, now }: { attempts: readonly DomainAttempt[]; sender: string; now: Date },
): Promise<boolean> {
  let isSenderThrottled = false;
  for (const refusals of backoff.refusals(db.tenantId, attempts, { sender, now })) {
    const contacts = await observeRefusals(db, refusals, { most: throttlingContacts, now });
    if (!refusals.isExplicit && contacts < throttlingContacts) continue;
    const hasStarted = await startThrottle(db, refusals, now);
    if (hasStarted && refusals.isExplicit && refusals.side === "recipient") await startPace(db, refusals.domain, now);
    isSenderThrottled ||= refusals.side === "sender";
  }
  return isSenderThrottled;
}

import { isIPv4 } from "node:net";
import { toNetwork } from "../../features/members/sessions/network.ts";
import type { Clock } from "../../kernel/clock.ts";

/** Connections of one client; 0 is no limit. */
export type ClientLimits = {
  /** Connections at once. */
  readonly perAddress: number;
  readonly perNetwork: number;
  /** New connections in a minute. */
  readonly perAddressMinute: number;
  readonly perNetworkMinute: number;
};

const windowMs = 60_000;

/**
 * Counts connections per address and per network, so that one client cannot take all of them. An address is an IPv4
 * address or an IPv6 /64, of which a client has all; a network is an IPv4 /24 or an IPv6 /48.
 */
export class ClientConnections {
  readonly #limits: ClientLimits;
  readonly #clock: Clock;
  readonly #open = new Map<string, number>();
  #recent = new Map<string, number>();
  #windowStart = 0;

  constructor(limits: ClientLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** False beyond a limit; otherwise the connection counts until `release`. */
  accept(remoteAddress: string): boolean {
    this.#startWindow();
    const subjects = this.#subjectsOf(remoteAddress);
    const isFull = subjects.some(
      ({ name, atOnce, perMinute }) => isReached(this.#open, name, atOnce) || isReached(this.#recent, name, perMinute),
    );
    if (isFull) return false;
    for (const { name } of subjects) {
      this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
      this.#recent.set(name, (this.#recent.get(name) ?? 0) + 1);
    }
    return true;
  }

  release(remoteAddress: string): void {
    for (const { name } of this.#subjectsOf(remoteAddress)) {
      const left = (this.#open.get(name) ?? 0) - 1;
      if (left > 0) this.#open.set(name, left);
      else this.#open.delete(name);
    }
  }

  #startWindow(): void {
    const now = this.#clock.now().getTime();
    if (now - this.#windowStart < windowMs) return;
    this.#windowStart = now;
    this.#recent = new Map();
  }

  #subjectsOf(remoteAddress: string) {
    const { perAddress, perNetwork, perAddressMinute, perNetworkMinute } = this.#limits;
    const address = toNetwork(remoteAddress);
    return [
      { name: `address ${address}`, atOnce: perAddress, perMinute: perAddressMinute },
      { name: `network ${widenNetwork(address)}`, atOnce: perNetwork, perMinute: perNetworkMinute },
    ];
  }
}

const isReached = (counts: ReadonlyMap<string, number>, name: string, max: number): boolean =>
  max > 0 && (counts.get(name) ?? 0) >= max;

/** The /24 of an IPv4 address, the /48 of an IPv6 /64. */
const widenNetwork = (address: string): string =>
  isIPv4(address) ? address.split(".").slice(0, 3).join(".") : address.split(":").slice(0, 3).join(":");

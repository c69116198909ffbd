import { expect, it } from "vitest";
import { testClock } from "../../../tests/harness/factories/clock.ts";
import { ClientConnections, type ClientLimits } from "./connection-limits.ts";

const unlimited: ClientLimits = { perAddress: 0, perNetwork: 0, perAddressMinute: 0, perNetworkMinute: 0 };

function connections(limits: Partial<ClientLimits>) {
  const clock = testClock();
  const clients = new ClientConnections({ ...unlimited, ...limits }, clock);
  const accepted = (...addresses: string[]) => addresses.map((address) => clients.accept(address));
  return { clients, clock, accepted };
}

it("limits the connections of an address at once, until one is closed", () => {
  const { clients, accepted } = connections({ perAddress: 2 });
  expect(accepted("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2")).toEqual([true, true, false, true]);
  clients.release("192.0.2.1");
  expect(accepted("192.0.2.1", "192.0.2.1")).toEqual([true, false]);
});

it("limits a network: an IPv4 /24, an IPv6 /48 of which a /64 is one address", () => {
  const { accepted } = connections({ perAddress: 2, perNetwork: 3 });
  expect(accepted("192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.3.4")).toEqual([
    true,
    true,
    true,
    false,
    true,
  ]);
  expect(accepted("2001:db8:1:1::1", "2001:db8:1:1::2", "2001:db8:1:1::3")).toEqual([true, true, false]);
  expect(accepted("2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:2:1::1")).toEqual([true, false, true]);
});

it("limits new connections a minute; refused ones do not count", () => {
  const { clients, clock, accepted } = connections({ perAddressMinute: 2, perNetworkMinute: 3 });
  const open = (address: string) => {
    const [isAccepted] = accepted(address);
    if (isAccepted === true) clients.release(address);
    return isAccepted;
  };
  expect(["192.0.2.1", "192.0.2.1", "192.0.2.1"].map(open)).toEqual([true, true, false]);
  expect(["192.0.2.2", "192.0.2.2"].map(open)).toEqual([true, false]);
  clock.advance(60_000);
  expect(["192.0.2.1", "192.0.2.2"].map(open)).toEqual([true, true]);
});

it("has no limit where it is 0", () => {
  const { accepted } = connections({});
  expect(accepted(...Array.from({ length: 100 }, () => "192.0.2.1")).every((one) => one)).toBe(true);
});

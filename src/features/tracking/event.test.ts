import { expect, it } from "vitest";
import { cleanUserAgent, toNetwork } from "./event.ts";

it.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2a00:1028:83be:1::77", "2a00:1028:83be::/48"],
  ["2a00:1028::1", "2a00:1028:0::/48"],
  ["2a00::", "2a00:0:0::/48"],
  ["::1", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["2A00:0028:83be:1:2:3:4:5", "2a00:28:83be::/48"],
  ["", ""],
  ["nonsense", ""],
])("keeps of %s the network %s", (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

it("keeps a user agent that jsonb accepts", () => {
  expect(cleanUserAgent(undefined)).toBe("");
  expect(cleanUserAgent(` a\u0000b\u0085c${"x".repeat(400)}`)).toBe(`abc${"x".repeat(294)}`);
});

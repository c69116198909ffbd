import Fastify from "fastify";
import { expect, it } from "vitest";
import { forwardedAddress, parseTrustedProxies, type TrustedProxies } from "./trusted-proxies.ts";

function parsed(text: string): TrustedProxies {
  const trusted = parseTrustedProxies(text);
  if (trusted === undefined) throw new Error(`${text} is refused`);
  return trusted;
}

const cases: [trusted: string, forwardedFor: string, address: string][] = [
  ["", "203.0.113.1", "127.0.0.1"],
  ["0", "203.0.113.1", "127.0.0.1"],
  ["false", "203.0.113.1", "127.0.0.1"],
  ["1", "198.51.100.66, 203.0.113.1", "203.0.113.1"],
  ["2", "198.51.100.66, 203.0.113.1, 10.0.0.9", "203.0.113.1"],
  ["2", "203.0.113.1", "203.0.113.1"],
  ["1", "", "127.0.0.1"],
  ["127.0.0.0/8", "198.51.100.66, 203.0.113.1", "203.0.113.1"],
  ["127.0.0.1,10.0.0.0/8", "198.51.100.66, 203.0.113.1, 10.1.2.3", "203.0.113.1"],
  ["10.0.0.0/8", "203.0.113.1", "127.0.0.1"],
  ["127.0.0.1, 2001:db8::/32", "2001:dead::1, 2001:db8::5", "2001:dead::1"],
  ["127.0.0.0/8,10.0.0.0/8", "203.0.113.1, ::ffff:10.0.0.4", "203.0.113.1"],
];

it.each(cases)("TRUST_PROXY=%s with X-Forwarded-For: %s is the client %s", async (text, forwardedFor, address) => {
  expect(forwardedAddress("127.0.0.1", forwardedFor, parsed(text))).toBe(address);
  const app = Fastify({ trustProxy: parsed(text) });
  app.get("/", (request) => request.ip);
  const answer = await app.inject({ url: "/", headers: { "x-forwarded-for": forwardedFor } });
  expect(answer.body).toBe(address);
});

it.each(["true", "yes", "-1", "1.5", "33", "10.0.0.0/33", "10.0.0.0/8,", "proxy.example", "::/129", "10.0.0/8"])(
  "refuses %s",
  (text) => {
    expect(parseTrustedProxies(text)).toBeUndefined();
  },
);

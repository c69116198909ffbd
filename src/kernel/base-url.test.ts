import { expect, it } from "vitest";
import { chooseBaseUrl } from "./base-url.ts";

const urls = ["https://one.example", "https://two.example:8443", "http://localhost"];

it.each([
  ["one.example", urls[0]],
  ["ONE.example", urls[0]],
  ["one.example:443", urls[0]],
  ["two.example:8443", urls[1]],
  ["localhost:80", urls[2]],
  ["two.example", urls[0]],
  ["two.example:443", urls[0]],
  ["evil.example", urls[0]],
  ["one.example:444", urls[0]],
  ["", urls[0]],
])("a request to %j is served under %s", (host, url) => {
  expect(chooseBaseUrl(urls, host)).toBe(url);
});

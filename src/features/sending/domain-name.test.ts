import { expect, it } from "vitest";
import { accepts } from "../../kernel/accepts.ts";
import { ApiError } from "../../kernel/errors.ts";
import { parseDomainName } from "./domain-name.ts";

it.each([
  ["example.com", "example.com"],
  [" Example.COM. ", "example.com"],
  ["včelí-dvůr.cz", "xn--vel-dvr-9ya9z88a.cz"],
  ["XN--VEL-DVR-9YA9Z88A.CZ", "xn--vel-dvr-9ya9z88a.cz"],
  ["news.shop.co.uk", "news.shop.co.uk"],
  ["com.cz", "com.cz"],
])("%s is %s", (text, domain) => {
  expect(parseDomainName(text)).toBe(domain);
});

const reasonOf = (text: string): unknown => {
  try {
    return parseDomainName(text);
  } catch (error) {
    return error instanceof ApiError ? [error.message, error.params] : error;
  }
};

it.each([
  "",
  ".",
  "com",
  "localhost",
  "a b.cz",
  "http://example.com",
  "example.com/path",
  "info@example.com",
  "*.example.com",
  "_dmarc.example.com",
  "-a.cz",
  "a..cz",
  "example.com..",
  "192.0.2.1",
  "[::1]",
  "a.cz\u0000",
  `${"a".repeat(64)}.cz`,
  `${"abcdefghi.".repeat(20)}cz`,
])("rejects %s as a domain", (text) => {
  expect(reasonOf(text)).toEqual(["domain", { reason: "invalid", ...accepts.domain }]);
});

it.each(["co.uk", "com.au", "CO.UK.", "or.jp", "com.pl"])("rejects the public suffix %s", (text) => {
  expect(reasonOf(text)).toEqual(["domain", { reason: "public_suffix", ...accepts.domain }]);
});

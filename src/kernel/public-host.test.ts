import { expect, it } from "vitest";
import { publicHostOf } from "./public-host.ts";

it.each([
  ["https://mail.example.com", "mail.example.com"],
  ["https://mail.example.com:8443/x", "mail.example.com"],
  ["https://xn--ppa.cz", "xn--ppa.cz"],
  ["http://127.0.0.1:3000", null],
  ["http://[::1]:3000", null],
  ["http://localhost:3000", null],
  ["http://mail.localhost", null],
  ["http://mail", null],
  ["http://nas.local", null],
])("finds the public host of %s: %s", (url, host) => expect(publicHostOf(url)).toBe(host));

import { expect, it } from "vitest";
import { MailConfigError } from "./outcome.ts";
import { parseSmtpUrl } from "./smtp-url.ts";

const plain = {
  host: "relay.example",
  port: 25,
  tls: "opportunistic",
  rejectUnauthorized: undefined,
  credentials: undefined,
  isChunking: true,
};

it.each([
  ["smtp://relay.example", plain],
  ["smtp://relay.example:2525", { ...plain, port: 2525 }],
  ["smtp://[::1]:2525", { ...plain, host: "::1", port: 2525 }],
  ["smtps://relay.example", { ...plain, port: 465, tls: "implicit" }],
  ["smtp://me:pw@relay.example", { ...plain, port: 587, credentials: { user: "me", password: "pw" } }],
  ["smtp://a%40b.cz:p%2Fw%3A@relay.example:25", { ...plain, credentials: { user: "a@b.cz", password: "p/w:" } }],
  ["smtp://relay.example?tls=required&rejectUnauthorized=0", { ...plain, tls: "required", rejectUnauthorized: false }],
  ["smtp://relay.example?tls=never", { ...plain, tls: "never" }],
  ["smtp://relay.example?chunking=0", { ...plain, isChunking: false }],
])("parses %s", (text, expected) => {
  expect(parseSmtpUrl(text)).toEqual(expected);
});

it.each([
  "relay.example",
  "http://relay.example",
  "smtp://",
  "smtp:///x",
  "smtp://me:secret%ZZ@relay.example",
  "smtp://me:secret%00@relay.example",
  "smtp://me:secret@relay.example?tls=maybe",
  "smtp://me:secret@relay.example?rejectUnauthorized=yes",
])("rejects %s without quoting it", (text) => {
  expect(() => parseSmtpUrl(text)).toThrow(MailConfigError);
  expect(() => parseSmtpUrl(text)).not.toThrow(/secret/);
});

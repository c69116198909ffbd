import { expect, it } from "vitest";
import { limitAddress } from "./limit-address.ts";

it.each([
  ["jana@example.org", "jana@example.org"],
  ["Jana+Shop@Example.org", "jana@example.org"],
  ["jana+a+b@example.org", "jana@example.org"],
  ["ja.na@example.org", "ja.na@example.org"],
  ["jana-shop@example.org", "jana-shop@example.org"],
  ["j.a.n.a+x@gmail.com", "jana@gmail.com"],
  ["jana@googlemail.com", "jana@gmail.com"],
  ["+x@example.org", "+x@example.org"],
  ["...@gmail.com", "...@gmail.com"],
])("%s belongs to the mailbox %s", (email, mailbox) => expect(limitAddress(email)).toBe(mailbox));

import { expect, it } from "vitest";
import { isCredentialHeader } from "./credential-header.ts";

it.each([
  "Authorization",
  "Proxy-Authorization",
  "Authentication",
  "X-Auth",
  "Cookie",
  "X-Api-Key",
  "X-ApiKey",
  "X-Signature-Key",
  "Ocp-Apim-Subscription-Key",
  "X-Functions-Key",
  "X-Access-Key",
  "X-Auth-Token",
  "X-Shop-Secret",
])("takes %s for a credential", (name) => {
  expect(isCredentialHeader(name)).toBe(true);
});

it.each(["Content-Type", "X-Shop", "Accept-Language", "X-Keyboard", "Idempotency-Key-Version", "X-Monkey"])(
  "does not take %s for a credential",
  (name) => {
    expect(isCredentialHeader(name)).toBe(false);
  },
);

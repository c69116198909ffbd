import { expect, it } from "vitest";
import { toCurl } from "./curl.ts";

it("shows a change as a command without its passwords", () => {
  const body = { url: "https://shop.example/in", basicAuth: { login: "shop", password: "secret" } };
  const call = { operation: "POST /account-webhooks", input: { body } };
  expect(toCurl(call, "https://app.test", "t1")).toBe(
    [
      "curl -X POST 'https://app.test/api/v1/tenants/t1/account-webhooks' \\",
      '  -H "Authorization: Bearer $POSTRIDER_KEY" \\',
      '  -H "Content-Type: application/json" \\',
      `  -d '{"url":"https://shop.example/in","basicAuth":{"login":"shop","password":"…"}}'`,
    ].join("\n"),
  );
});

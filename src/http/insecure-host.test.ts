import { expect, it } from "vitest";
import { insecureHostWarning } from "./insecure-host.ts";

it.each([
  ["127.0.0.1", [], false],
  ["localhost", ["http://shop.example"], false],
  ["::1", [], false],
  ["0.0.0.0", ["https://shop.example"], false],
  ["0.0.0.0", [], true],
  ["::", ["http://shop.example", "https://other.example"], true],
  ["192.0.2.1", ["http://shop.example"], true],
])("HOST=%s with PUBLIC_URL=%j: warning %s", (host, publicUrls, isWarned) => {
  const warning = insecureHostWarning({ host, publicUrls });
  expect(warning?.includes(`WARNING: HOST=${host} `) ?? false).toBe(isWarned);
});

import { expect, it } from "vitest";
import { shortAddress, unicodeDomain } from "./web-address.ts";

it.each([
  ["xn--hky-ela.cz", "háky.cz"],
  ["xn--bcher-kva.example", "bücher.example"],
  ["www.xn--lut-tma45c.xn--p1ai", "www.lutíř.рф"],
  ["xn--\u0000.cz", "xn--\u0000.cz"],
  ["shop.example", "shop.example"],
])("writes the domain %s as %s", (ascii, unicode) => {
  expect(unicodeDomain(ascii)).toBe(unicode);
});

it.each([
  ["https://www.shop.example/", "shop.example"],
  ["https://shop.example/v%C3%BDprodej?utm_source=x#a", "shop.example/výprodej"],
  ["https://shop.example/%ff", "shop.example/%ff"],
  ["mailto:a@example.com", "mailto:a@example.com"],
  ["{{df_shop_url}}", "{{df_shop_url}}"],
])("shortens %s to %s", (url, short) => {
  expect(shortAddress(url)).toBe(short);
});

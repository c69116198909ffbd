import { expect, it } from "vitest";
import { findVerdict } from "./page-rules.ts";

const pages = { include: ["/blog*", "https://shop.test/sale"], exclude: ["/blog/private", "preview=1"] };

it.each([
  ["shop.test/blog/tea", { isShown: true, rule: "/blog*" }],
  ["https://shop.test/sale/", { isShown: true, rule: "https://shop.test/sale" }],
  ["https://other.test/sale", { isShown: false, rule: undefined }],
  ["https://shop.test/blog/private", { isShown: false, rule: "/blog/private" }],
  ["https://shop.test/blog?x", { isShown: true, rule: "/blog*" }],
  ["", undefined],
  ["https://", undefined],
])("says whether the form is shown at %s", (address, expected) => {
  expect(findVerdict(pages, address)).toEqual(expected);
});

it("shows the form everywhere without rules", () => {
  expect(findVerdict({ include: [], exclude: [] }, "shop.test")).toEqual({ isShown: true, rule: undefined });
});

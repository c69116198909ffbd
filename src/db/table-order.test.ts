import { expect, it } from "vitest";
import { orderTables } from "./table-order.ts";

it("sorts tables after those they reference, ignoring self-references", () => {
  const references = [
    { from: "consent", to: "contact" },
    { from: "contact", to: "shop" },
    { from: "contact", to: "contact" },
    { from: "shop", to: "company" },
  ];
  expect(orderTables(["consent", "company", "contact", "shop"], references)).toEqual([
    "company",
    "shop",
    "contact",
    "consent",
  ]);
});

it("rejects a cycle", () => {
  const references = [
    { from: "a", to: "b" },
    { from: "b", to: "a" },
  ];
  expect(() => orderTables(["a", "b"], references)).toThrow("form a cycle");
});

import { expect, it } from "vitest";
import { pricesAt, readSale } from "./sale.ts";

it.each([
  ["2026-03-01T08:00+0100/2026-03-02T20:30:15-05:00", "2026-03-01T07:00:00.000Z", "2026-03-03T01:30:15.000Z"],
  ["2026-03-01T08:00Z / 2026-03-02T08:00", "2026-03-01T08:00:00.000Z", "2026-03-02T08:00:00.000Z"],
  ["2026-03-01/2026-03-02", "2026-03-01T00:00:00.000Z", "2026-03-03T00:00:00.000Z"],
  ["2026-03-01/", "2026-03-01T00:00:00.000Z", null],
  ["/2026-03-01", null, "2026-03-02T00:00:00.000Z"],
])("reads the period %s", (period, saleFrom, saleUntil) =>
  expect(readSale("5.00", period)).toEqual({ salePrice: "5.00", saleFrom, saleUntil }),
);

it.each(["", "/", "soon", "2026-03-01", "2026-03-02/2026-03-01", "2026-13-01/2026-14-01", "2026-03-01/x", "a/b/c"])(
  "has no sale with the period %j",
  (period) => expect(readSale("5.00", period)).toEqual({}),
);

it("shows the price before the sale only when it was higher", () => {
  const sale = { salePrice: "5.00", saleFrom: null, saleUntil: null };
  expect(pricesAt({ price: "9.00", oldPrice: null, ...sale }, new Date(0))).toEqual({
    price: "5.00",
    oldPrice: "9.00",
  });
  expect(pricesAt({ price: "4.00", oldPrice: null, ...sale }, new Date(0))).toEqual({ price: "5.00", oldPrice: null });
});

import { expect, it } from "vitest";
import { padToGenericLength } from "./generic-plan.ts";

it("pads an array to the length that PostgreSQL assumes for unknown arrays, with duplicates only", () => {
  expect(padToGenericLength([])).toEqual([]);
  expect(padToGenericLength(["7", "8"])).toEqual(["7", "8", "7", "7", "7", "7", "7", "7", "7", "7"]);
  const eleven = Array.from({ length: 11 }, (_, index) => String(index));
  expect(padToGenericLength(eleven)).toEqual(eleven);
});

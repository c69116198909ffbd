import { expect, it } from "vitest";
import { padToGenericLength } from "./generic-plan.ts";

it("makes a list as long as one that PostgreSQL does not know, without anything new in it", () => {
  expect(padToGenericLength([])).toEqual([]);
  expect(padToGenericLength(["7", "8"])).toEqual(["7", "8", "7", "7", "7", "7", "7", "7", "7", "7"]);
  const eleven = Array.from({ length: 11 }, (_, index) => String(index));
  expect(padToGenericLength(eleven)).toEqual(eleven);
});

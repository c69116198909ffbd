import { expect, it } from "vitest";
import { asIfUnknown } from "./planning.ts";

it("makes a list as long as one that PostgreSQL does not know, without anything new in it", () => {
  expect(asIfUnknown([])).toEqual([]);
  expect(asIfUnknown(["7", "8"])).toEqual(["7", "8", "7", "7", "7", "7", "7", "7", "7", "7"]);
  const eleven = Array.from({ length: 11 }, (_, index) => String(index));
  expect(asIfUnknown(eleven)).toEqual(eleven);
});

import { expect, it } from "vitest";
import { ApiError, noRule, rejectIfReferred, toRule, validation, type Referrer } from "./errors.ts";

const campaigns = (count: number): Referrer[] =>
  Array.from({ length: count }, (_, index) => ({ kind: "campaign", id: String(index), name: `Campaign ${index}` }));

const catchRejection = (referrers: readonly Referrer[]): unknown => {
  try {
    return rejectIfReferred(referrers, { mode: "list" });
  } catch (error) {
    return error;
  }
};

it("names at most 20 of what uses an object, and all ids by kind", () => {
  const many = campaigns(25);
  const expected = new ApiError("conflict", "used", {
    params: { by: many.slice(0, 20), campaignIds: many.map(({ id }) => id), formIds: ["7"], mode: "list" },
  });
  const refusal = catchRejection([...many, { kind: "form", id: "7", name: "Newsletter" }]);
  expect(refusal).toEqual(expected);
  expect(refusal).toMatchObject({ status: 409, params: expected.params });
});

it("lets through what nothing uses", () => {
  expect(catchRejection([])).toBeUndefined();
});

it("does not compile without what is allowed, or the marker that nothing can be said", () => {
  // @ts-expect-error no second argument
  expect(() => validation("limit")).toThrow(TypeError);
  // @ts-expect-error no rule
  validation("limit", {});
  // @ts-expect-error no rule
  validation("limit", { reason: "size" });
  expect(validation("limit", { max: 5, reason: "size" }).params).toEqual({ max: 5, reason: "size" });
  expect(validation("password", noRule).params).toStrictEqual({});
  expect(validation("file", { ...noRule, row: 5 }).params).toStrictEqual({ row: 5 });
  expect(validation("size", toRule({})).params).toStrictEqual({});
});

import { expect, it } from "vitest";
import { countMissing, toCompanyTasks, toOperatorTasks, type Facts } from "./tasks.ts";

const ready: Facts = {
  items: (["sender_verified", "domain_verified", "company_address"] as const).map((key) => ({
    key,
    done: true,
    required: false,
    params: {},
  })),
  mode: { mode: "live", sendingState: "live", sendingHold: "", sendingEnabled: true },
};

it("leaves nothing to do in live mode", () => {
  expect(countMissing([...toCompanyTasks(ready), ...toOperatorTasks(ready)])).toBe(0);
});

it("divides what is missing between the company and the operator", () => {
  const facts: Facts = {
    items: [],
    mode: { mode: "test", sendingState: "pending", sendingHold: "unpaid", sendingEnabled: false },
  };
  expect(toCompanyTasks(facts)).toEqual([
    { key: "sender", state: "required" },
    { key: "domain", state: "advised" },
    { key: "address", state: "advised" },
    { key: "switch", state: "required" },
    { key: "payment", state: "required" },
  ]);
  expect(toOperatorTasks(facts)).toEqual([
    { key: "review", state: "required" },
    { key: "mode", state: "required" },
  ]);
  const held: Facts = { ...ready, mode: { ...ready.mode, sendingHold: "platform" } };
  expect(toOperatorTasks(held).at(-1)).toEqual({ key: "hold", state: "required" });
});

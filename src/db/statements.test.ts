import { expect, it } from "vitest";
import { allInOrder } from "./statements.ts";

it("reports the first error in the order of sending, not the one that is seen first", async () => {
  const cause = new Promise((_, reject) => setTimeout(() => reject(new Error("duplicate")), 20));
  const aborted = Promise.reject(new Error("aborted"));
  await expect(allInOrder([Promise.resolve(), cause, aborted])).rejects.toThrow("duplicate");
});

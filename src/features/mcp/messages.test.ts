import { expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { limitMessages } from "./messages.ts";

it("counts each holder by itself when their messages share a statement", async () => {
  const { ctx } = await company();
  const isTaken = (holder: string, messages: number) =>
    limitMessages(ctx, holder, messages).then(
      () => true,
      () => false,
    );
  const calls = [isTaken("key 1", 300), isTaken("key 2", 200), isTaken("key 2", 150), isTaken("key 3", 301)] as const;
  const [first, ...others] = await Promise.all(calls);
  expect(first).toBe(true);
  expect(others.filter(Boolean)).toHaveLength(1);
  expect(await isTaken("key 1", 1)).toBe(false);
  expect(await isTaken("key 2", 100)).toBe(true);
});

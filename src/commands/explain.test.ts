import { once } from "node:events";
import { mkdirSync } from "node:fs";
import net from "node:net";
import { expect, test } from "vitest";
import { ApiError } from "../kernel/errors.ts";
import { explain } from "./explain.ts";

test("an operator's error is one line", () => {
  expect(explain(new ApiError("not_found", "company"))).toBe("postrider: not_found company");
  expect(explain("a thrown text")).toBe("a thrown text");
});

test("a port in use is named", async () => {
  const first = net.createServer().listen(0, "127.0.0.1");
  await once(first, "listening");
  const address = first.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const [error] = await once(net.createServer().listen(port, "127.0.0.1"), "error").catch((failure: unknown) => [
    failure,
  ]);
  first.close();
  expect(explain(error)).toMatch(new RegExp(`^Port ${port} of 127.0.0.1 is in use by another program.*PORT`));
});

test("a folder that cannot be created is named", () => {
  expect(explain(failureOf(() => mkdirSync("/dev/null/data", { recursive: true })))).toBe(
    "postrider: ENOTDIR: not a directory, mkdir '/dev/null/data'",
  );
});

test("an internal error is shown with its stack", () => {
  expect(explain(new Error("a failure inside"))).toContain("explain.test.ts");
});

function failureOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

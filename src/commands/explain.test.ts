import { once } from "node:events";
import { mkdirSync } from "node:fs";
import net from "node:net";
import { expect, test } from "vitest";
import { ApiError, validation } from "../kernel/errors.ts";
import { explain } from "./explain.ts";
import { namingOptions } from "./rejected-options.ts";

test("an operator's error is one line", () => {
  expect(explain(new ApiError("not_found", "company"))).toBe("postrider: not_found company");
  expect(explain("a thrown text")).toBe("a thrown text");
});

test("a rejected value is shown with what is allowed", () => {
  expect(explain(validation("validDays", { type: "integer", min: 1, max: 730, unit: "days" }))).toBe(
    "postrider: validation validDays (type integer; min 1; max 730; unit days)",
  );
  expect(explain(validation("mode", { allowed: ["upsert", "remove"], at: { row: 3 } }))).toBe(
    'postrider: validation mode (allowed upsert, remove; at {"row":3})',
  );
});

test("a rejected field of a request is shown with the option that fills it", async () => {
  const options = { consentConfirmed: "--consent-confirmed", listIds: "--list" };
  const explained = async (rejection: Error) => {
    try {
      return await namingOptions(options, async () => {
        throw rejection;
      });
    } catch (reason) {
      return explain(reason);
    }
  };
  expect(await explained(validation("consentConfirmed", { allowed: [true] }))).toBe(
    "postrider: validation consentConfirmed (allowed true): give --consent-confirmed",
  );
  expect(await explained(validation("listIds.1", { kind: "list" }))).toBe(
    "postrider: validation listIds.1 (kind list): give --list",
  );
  expect(await explained(validation("fileId", { kind: "file" }))).toBe("postrider: validation fileId (kind file)");
  expect(await explained(new ApiError("not_found", "listIds"))).toBe("postrider: not_found listIds");
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
  expect(explain(catchFailure(() => mkdirSync("/dev/null/data", { recursive: true })))).toBe(
    "postrider: ENOTDIR: not a directory, mkdir '/dev/null/data'",
  );
});

test("an internal error is shown with its stack", () => {
  expect(explain(new Error("a failure inside"))).toContain("explain.test.ts");
});

function catchFailure(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

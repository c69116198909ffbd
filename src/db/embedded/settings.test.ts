import { expect, it } from "vitest";
import { postgresqlConf } from "./settings.ts";

const gigabyte = 2 ** 30;

it.each([
  [0.5 * gigabyte, "128MB"],
  [64 * gigabyte, "327MB"],
  [512 * gigabyte, "1024MB"],
])("with %d bytes of memory uses a cache of %s", (memory, cache) => {
  expect(postgresqlConf(memory)).toContain(`shared_buffers = ${cache}\n`);
});

#!/usr/bin/env node
// Builds what is missing (a fresh clone has no dist/), then hands over to the program.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
if (!existsSync(`${root}/dist/main.js`)) {
  process.stderr.write("Building Postrider (first start only) …\n");
  const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  const build = spawnSync(process.execPath, [compiler, "-p", `${root}/tsconfig.build.json`], {
    stdio: ["ignore", 2, 2],
  });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
await import("../dist/main.js");

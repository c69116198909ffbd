#!/usr/bin/env node
// Runs the program in dist/. A clone that was never built is built first; later builds are `npm run build` or `npm start`.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pathOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

if (!existsSync(pathOf("dist/.built"))) {
  if (!existsSync(pathOf("src/main.ts"))) {
    process.stderr.write("dist/ is missing from this installation of Postrider: install the package again.\n");
    process.exit(1);
  }
  process.stderr.write("dist/ is missing: building it from src/.\n");
  const build = spawnSync(process.execPath, [pathOf("bin/build.js")], { stdio: ["ignore", 2, 2] });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
// npm ends on a signal, but its shell may not forward it: stop when the parent process is gone.
if (process.env.npm_lifecycle_event === "start") {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watch.unref();
}
await import("../dist/main.js");

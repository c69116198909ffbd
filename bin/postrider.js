#!/usr/bin/env node
// Builds what is missing or older than its source (a fresh clone has no dist/), then hands over to the program.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** An installed package has no sources: it was built before. */
function isStale() {
  if (!existsSync(at("dist/.built"))) return true;
  if (!existsSync(at("src/main.ts"))) return false;
  const builtAt = statSync(at("dist/.built")).mtimeMs;
  const isNewer = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs > builtAt;
  const sources = readdirSync(at("src"), { recursive: true, withFileTypes: true })
    .filter((file) => file.name.endsWith(".ts"))
    .map((file) => `${file.parentPath}/${file.name}`);
  // The packages are bundled too: whatever npm changes, it writes into its own lockfile.
  return [at("bin/build.js"), at("node_modules/.package-lock.json"), ...sources].some(isNewer);
}

// The processes that `start` brings run what it runs.
if (process.env.POSTRIDER_SUPERVISED === undefined && isStale()) {
  const build = spawnSync(process.execPath, [at("bin/build.js")], { stdio: ["ignore", 2, 2] });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
// npm ends with a signal, but the shell that it runs us in may not hand it on: whoever lost them is to stop.
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

#!/usr/bin/env node
// Builds what is missing or older than its source (a fresh clone has no dist/), then hands over to the program.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const stamp = at("dist/.built");

function isStale() {
  if (!existsSync(stamp)) return true;
  if (!existsSync(at("src/main.ts"))) return false;
  const builtAt = statSync(stamp).mtimeMs;
  const sources = readdirSync(at("src"), { recursive: true, withFileTypes: true });
  return sources.some(
    (file) => file.name.endsWith(".ts") && statSync(`${file.parentPath}/${file.name}`).mtimeMs > builtAt,
  );
}

// The processes that `start` brings run what it runs.
if (process.env.POSTRIDER_SUPERVISED === undefined && isStale()) {
  const startedAt = new Date();
  const build = spawnSync(process.execPath, [at("node_modules/typescript/bin/tsc"), "-p", at("tsconfig.build.json")], {
    stdio: ["ignore", 2, 2],
  });
  if (build.status !== 0) process.exit(build.status ?? 1);
  writeFileSync(stamp, "");
  utimesSync(stamp, startedAt, startedAt);
}
await import("../dist/main.js");

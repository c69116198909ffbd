import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "./config.ts";

const fileIn = (dataDir: string) => path.join(dataDir, "data.key");

/** The key of stored secrets: the configured one, or the one that the embedded database came with. */
export function loadDataKey(config: Pick<Config, "dataKey" | "dataDir">): Buffer | undefined {
  if (config.dataKey !== undefined) return config.dataKey;
  const file = fileIn(config.dataDir);
  return existsSync(file) ? Buffer.from(readFileSync(file, "utf8"), "base64") : undefined;
}

/** With the embedded database a key is made once, beside it; of two processes at once the first one's stays. */
export function ensureDataKey(config: Pick<Config, "dataKey" | "dataDir">): void {
  if (loadDataKey(config) !== undefined) return;
  mkdirSync(config.dataDir, { recursive: true });
  try {
    writeFileSync(fileIn(config.dataDir), randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!existsSync(fileIn(config.dataDir))) throw error;
  }
}

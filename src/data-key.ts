import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ConfigError, type Config } from "./config.ts";
import { findCluster } from "./db/embedded/cluster.ts";
import { findConnection } from "./db/embedded/connection.ts";

type DataKeyConfig = Pick<Config, "dataKey" | "dataDir">;

const dataKeyFile = (dataDir: string) => path.join(dataDir, "data.key");

/** The key of stored secrets: the configured one, or the one that the embedded database came with. */
export function loadDataKey(config: DataKeyConfig): Buffer | undefined {
  if (config.dataKey !== undefined) return config.dataKey;
  const file = dataKeyFile(config.dataDir);
  return existsSync(file) ? Buffer.from(readFileSync(file, "utf8"), "base64") : undefined;
}

/** With the embedded database a key is made once, beside it. One that was restored without its key waits for the old one. */
export function ensureDataKey(config: DataKeyConfig): void {
  if (loadDataKey(config) !== undefined) return;
  const { dataDir } = config;
  if (findCluster(dataDir, findConnection(dataDir)) === undefined) return createDataKey(config);
  throw new ConfigError(
    `The key of the stored secrets is missing: put the old one in place, as DATA_KEY or as ${dataKeyFile(dataDir)}. ` +
      "If it is lost, write the output of `openssl rand -base64 32` there; two-factor sign-in and DKIM keys are then set up anew.",
  );
}

/** Of two processes at once the first one's stays. */
export function createDataKey({ dataDir }: DataKeyConfig): void {
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(dataKeyFile(dataDir), randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!existsSync(dataKeyFile(dataDir))) throw error;
  }
}

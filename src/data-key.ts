import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ConfigError, type Config } from "./config.ts";
import { findCluster } from "./db/embedded/cluster.ts";
import { findConnection } from "./db/embedded/connection.ts";

type DataKeyConfig = Pick<Config, "dataKey" | "dataDir">;

const dataKeyFile = (dataDir: string) => path.join(dataDir, "data.key");

/** The key of stored secrets: the configured one, or the one generated for the embedded database. */
export function loadDataKey(config: DataKeyConfig): Buffer | undefined {
  if (config.dataKey !== undefined) return config.dataKey;
  const file = dataKeyFile(config.dataDir);
  return existsSync(file) ? Buffer.from(readFileSync(file, "utf8"), "base64") : undefined;
}

/**
 * With the embedded database a key is generated once, beside it. A database restored without its key requires the old
 * one.
 */
export function ensureDataKey(config: DataKeyConfig): void {
  if (loadDataKey(config) !== undefined) return;
  const { dataDir } = config;
  if (findCluster(dataDir, findConnection(dataDir)) === undefined) return createDataKey(config);
  throw new ConfigError(
    `The data key of the stored secrets is missing: restore the old one, as DATA_KEY or as ${dataKeyFile(dataDir)}. ` +
      "If it is lost, write the output of `openssl rand -base64 32` there; two-factor sign-in and DKIM keys must then be set up again.",
  );
}

/** Of two concurrent processes the first one's key is kept. */
export function createDataKey({ dataDir }: DataKeyConfig): void {
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(dataKeyFile(dataDir), randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!existsSync(dataKeyFile(dataDir))) throw error;
  }
}

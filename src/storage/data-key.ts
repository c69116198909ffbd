import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { ConfigError, type Config } from "../config/config.ts";
import { findCluster } from "../db/embedded/cluster.ts";
import { findConnection } from "../db/embedded/connection.ts";
import { fixedDataKey, type DataKey } from "../kernel/encryption.ts";

type DataKeyConfig = Pick<Config, "dataKey" | "dataDir">;

const dataKeyFile = (dataDir: string) => path.join(dataDir, "data.key");

/** Follows the first key while values are encrypted again with it. */
const rotationFlag = "rotating";

/** The key of stored secrets: the configured one, or the one generated for the embedded database. */
export function loadDataKey(config: DataKeyConfig): DataKey | undefined {
  if (config.dataKey !== undefined) return fixedDataKey(...config.dataKey);
  const file = dataKeyFile(config.dataDir);
  if (!existsSync(file)) return undefined;
  let keys = readKeys(file);
  return { known: () => keys, reload: () => (keys = readKeys(file)) };
}

/** One key per line, the newest first. */
const readLines = (file: string): string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");

const readKeys = (file: string): readonly Uint8Array[] =>
  readLines(file).map((line) => Buffer.from(line.split(" ", 1)[0] ?? "", "base64"));

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
      "Without it the service does not run: the key also protects the memory of people who opted out.",
  );
}

const newKey = () => randomBytes(32).toString("base64");

/** The key of the first of two concurrent processes is kept. */
export function createDataKey({ dataDir }: DataKeyConfig): void {
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(dataKeyFile(dataDir), newKey(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!existsSync(dataKeyFile(dataDir))) throw error;
  }
}

/** Adds a new key in front, unless an interrupted rotation has already done so. Running processes read the file again. */
export function beginKeyRotation(config: DataKeyConfig): DataKey {
  const { dataKey, dataDir } = config;
  if (dataKey !== undefined && dataKey.length < 2) {
    throw new ConfigError(
      "DATA_KEY has one key. Give every process DATA_KEY=old,new first, then DATA_KEY=new,old (the first one encrypts), " +
        "and run this command again with the latter; `openssl rand -base64 32` prints a new key.",
    );
  }
  if (dataKey === undefined) {
    const file = dataKeyFile(dataDir);
    if (!existsSync(file)) throw new ConfigError("There is no data key to rotate.");
    const lines = readLines(file);
    if (lines[0]?.endsWith(` ${rotationFlag}`) !== true) replaceFile(file, [`${newKey()} ${rotationFlag}`, ...lines]);
  }
  const rotated = loadDataKey(config);
  if (rotated === undefined) throw new ConfigError("There is no data key to rotate.");
  return rotated;
}

/**
 * After every value is encrypted with the new key. The previous key is kept until the next rotation: a process may be
 * about to store a value that it encrypted before.
 */
export function finishKeyRotation({ dataKey, dataDir }: DataKeyConfig): void {
  if (dataKey !== undefined) return;
  const file = dataKeyFile(dataDir);
  const [newest = "", ...older] = readLines(file).map((line) => line.replace(` ${rotationFlag}`, ""));
  replaceFile(file, [newest, ...older.slice(0, 1)]);
}

/** Written to disk before it replaces the old file, so that no value is encrypted with a key that a crash loses. */
function replaceFile(file: string, lines: readonly string[]): void {
  const draft = `${file}.new`;
  writeFileSync(draft, `${lines.join("\n")}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
  const folder = openSync(path.dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

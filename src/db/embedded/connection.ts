import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

import { chownToFolderOwner } from "./account.ts";
import { EmbeddedError, errorCode, type ClaimOwner } from "./errors.ts";

/** The content of `<dataDir>/postgres.json`. The claims, not `startedBy`, tell which processes use the server now. */
export type Connection = { dataDir: string; cluster: string; port: number; password: string; startedBy: ClaimOwner };

const fileOf = (dataDir: string) => path.join(dataDir, "postgres.json");

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function isOwner(value: unknown): value is ClaimOwner {
  return isObject(value) && "pid" in value && "command" in value && typeof value.pid === "number";
}

function isConnection(value: unknown): value is Connection {
  if (!isObject(value)) return false;
  if (!("dataDir" in value && "cluster" in value && "port" in value && "password" in value)) return false;
  const areTexts = [value.dataDir, value.cluster, value.password].every((text) => typeof text === "string");
  return areTexts && typeof value.port === "number" && "startedBy" in value && isOwner(value.startedBy);
}

export function findConnection(dataDir: string): Connection | undefined {
  try {
    const value = parse(readFileSync(fileOf(dataDir), "utf8"));
    if (isConnection(value)) return value;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  // Treating it as missing could create a new, empty database beside the real one.
  throw new EmbeddedError(
    `${fileOf(dataDir)} is damaged. If the database is in ${path.join(dataDir, "postgres")}, delete that file: ` +
      "it is created again. Otherwise restore it from a backup of the data folder.",
  );
}

/** The caller holds the lock. */
export function writeConnection(connection: Connection): void {
  const file = fileOf(connection.dataDir);
  const draft = `${file}.new`;
  writeFileSync(draft, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600, flush: true });
  chownToFolderOwner(draft);
  renameSync(draft, file);
}

/** Letters and digits only: it is used in a URL and in an SQL statement. */
export const generatePassword = () => randomBytes(24).toString("hex");

/** Through the Unix socket where there is one: cheaper than TCP. */
export function connectionUrl(
  password: string,
  { port, socketFolder }: { port: number; socketFolder: string },
): string {
  const url = new URL(`postgres://postrider:${password}@127.0.0.1:${port}/postrider`);
  if (socketFolder !== "") url.searchParams.set("host", socketFolder);
  return url.href;
}

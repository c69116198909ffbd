import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { DatabaseUrls } from "../application-role.ts";
import { chownToFolderOwner } from "./account.ts";
import { EmbeddedError, errorCode, type ClaimOwner } from "./errors.ts";

/** The content of `<dataDir>/postgres.json`. The claims, not `startedBy`, tell which processes use the server now. */
export type Connection = {
  dataDir: string;
  cluster: string;
  port: number;
  /** Password of the owner. */
  password: string;
  /** Missing in the file of a version that had one role. */
  applicationPassword?: string;
  startedBy: ClaimOwner;
};

export const ownerRole = "postrider";
export const applicationRole = "postrider_app";

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
  const isApplicationPassword = !("applicationPassword" in value) || typeof value.applicationPassword === "string";
  return (
    areTexts &&
    isApplicationPassword &&
    typeof value.port === "number" &&
    "startedBy" in value &&
    isOwner(value.startedBy)
  );
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

type ServerAddress = { port: number; socketFolder: string };

export function connectionUrls(
  { password, applicationPassword }: Pick<Connection, "password" | "applicationPassword">,
  address: ServerAddress,
): DatabaseUrls {
  const ownerUrl = connectionUrl(ownerRole, password, address);
  // A running server of an older version gets the application's role at its next start.
  if (applicationPassword === undefined) return { ownerUrl, applicationUrl: ownerUrl };
  return { ownerUrl, applicationUrl: connectionUrl(applicationRole, applicationPassword, address) };
}

/** Through the Unix socket where there is one: cheaper than TCP. */
function connectionUrl(role: string, password: string, { port, socketFolder }: ServerAddress): string {
  const url = new URL(`postgres://${role}:${password}@127.0.0.1:${port}/postrider`);
  if (socketFolder !== "") url.searchParams.set("host", socketFolder);
  return url.href;
}

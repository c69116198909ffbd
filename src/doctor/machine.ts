import { existsSync } from "node:fs";
import { rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode, withRemedy } from "../db/embedded/errors.ts";
import { fail, ok, warn, type Check } from "./check.ts";

const neededNode = { major: 20, minor: 19 };

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNewEnough = major > neededNode.major || (major === neededNode.major && minor >= neededNode.minor);
  if (isNewEnough) return ok("node", `Node.js ${version}`);
  const needed = `${neededNode.major}.${neededNode.minor}`;
  return fail("node", `Node.js ${version} is too old.`, `Install Node.js ${needed} or newer.`);
}

export function checkTimeZones(): Check {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Prague", hour: "2-digit", hourCycle: "h23" });
  const summer = format.format(new Date("2024-07-01T12:00:00Z"));
  const winter = format.format(new Date("2024-01-01T12:00:00Z"));
  if (summer === "14" && winter === "13") return ok("time_zones", "Time zones are correct.");
  return fail(
    "time_zones",
    "Time zones are wrong in this Node.js.",
    "Install an official build of Node.js (full ICU).",
  );
}

/** The folder itself, or the nearest one above it that exists. */
function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(path.dirname(folder));
}

/**
 * Checking permissions is not enough: as root, on a full disk or a read-only mount only a write reveals the problem.
 */
export async function findWriteProblem(folder: string): Promise<string | undefined> {
  const probe = path.join(nearestExisting(folder), `.postrider-doctor-${process.pid}`);
  try {
    await writeFile(probe, "probe", { flush: true });
    await rm(probe);
    return undefined;
  } catch (error) {
    if (errorCode(error) === undefined || !(error instanceof Error)) throw error;
    return withRemedy(error.message).replaceAll("\n", ". ");
  }
}

export async function checkDataFolder(dataDir: string): Promise<Check> {
  const problem = await findWriteProblem(dataDir);
  if (problem !== undefined) {
    return fail(
      "data_folder",
      `The data folder ${dataDir} is not writable: ${problem}`,
      "Give this account write permission, or set DATA_DIR to another folder.",
    );
  }
  return ok("data_folder", existsSync(dataDir) ? dataDir : `${dataDir} will be created at the first start.`);
}

const warnBytes = 2e9;
const failBytes = 200e6;

export async function checkDiskSpace(dataDir: string): Promise<Check> {
  const { bavail, bsize } = await statfs(nearestExisting(dataDir));
  return judgeDiskSpace(bavail * bsize);
}

export function judgeDiskSpace(freeBytes: number): Check {
  const message = `${(freeBytes / 1e9).toFixed(1)} GB free at the data folder`;
  if (freeBytes < failBytes) {
    return fail("disk_space", `Only ${message}.`, "Free some space now: a full disk stops the database.");
  }
  if (freeBytes < warnBytes) {
    return warn("disk_space", `Only ${message}.`, "Free some space or move DATA_DIR to a larger disk.");
  }
  return ok("disk_space", message);
}

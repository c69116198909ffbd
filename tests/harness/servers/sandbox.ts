import { readFileSync } from "node:fs";
import { afterAll } from "vitest";
import { findCommandLine } from "../../../src/db/embedded/processes.ts";
import { Sandbox, type CompanySandbox, type SandboxOptions } from "../../../src/sandbox/sandbox.ts";

/** A sandbox that is closed after the tests of the file. */
export function aSandbox(options?: SandboxOptions): Sandbox {
  const sandbox = new Sandbox(options);
  afterAll(() => sandbox.close());
  return sandbox;
}

export const aCompanySandbox = (options?: SandboxOptions): CompanySandbox => aSandbox(options).forCompany("1");

/** All sandboxes of this test worker together. */
export function listSandboxProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  const pids = children.split(" ").filter(Boolean).map(Number);
  return pids.filter((pid) => findCommandLine(pid)?.includes("sandbox-child") === true);
}

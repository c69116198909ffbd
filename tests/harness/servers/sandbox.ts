import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll } from "vitest";
import { findCommandLine } from "../../../src/db/embedded/processes.ts";
import { Sandbox, type CompanySandbox, type SandboxOptions } from "../../../src/sandbox/sandbox.ts";

/** One sandbox for all files of the test worker: starting its processes takes longer than most tests. */
export const sharedSandbox = new Sandbox();

/** A sandbox that is closed after the tests of the file. */
export function aSandbox(options?: SandboxOptions): Sandbox {
  const sandbox = new Sandbox(options);
  afterAll(() => sandbox.close());
  return sandbox;
}

/** The shared sandbox for a company that no other test uses. */
export const aCompanySandbox = (): CompanySandbox => sharedSandbox.forCompany(randomUUID());

/** All sandboxes of this test worker together. */
export function listSandboxProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  const pids = children.split(" ").filter(Boolean).map(Number);
  return pids.filter((pid) => findCommandLine(pid)?.includes("sandbox-child") === true);
}

import { afterAll } from "vitest";
import { Sandbox, type CompanySandbox, type SandboxOptions } from "../../../src/sandbox/sandbox.ts";

/** A sandbox that is closed after the tests of the file. */
export function aSandbox(options?: SandboxOptions): Sandbox {
  const sandbox = new Sandbox(options);
  afterAll(() => sandbox.close());
  return sandbox;
}

export const aCompanySandbox = (options?: SandboxOptions): CompanySandbox => aSandbox(options).forCompany("1");

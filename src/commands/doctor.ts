import type { Config } from "../config/config.ts";
import { runChecks } from "../doctor/doctor.ts";

const marks = { ok: "ok  ", warn: "WARN", fail: "FAIL" } as const;

export async function runDoctor(config: Config, options: { json: boolean }): Promise<void> {
  const checks = await runChecks(config);
  const hasFailed = checks.some(({ state }) => state === "fail");
  if (options.json) console.log(JSON.stringify({ ok: !hasFailed, checks }));
  else {
    for (const { name, state, message, advice } of checks) {
      console.log(`${marks[state]}  ${name.padEnd(14)} ${message}`);
      if (advice !== undefined) console.log(`${" ".repeat(21)}-> ${advice}`);
    }
  }
  if (hasFailed) process.exitCode = 1;
}

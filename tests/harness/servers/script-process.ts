import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { onTestFinished } from "vitest";
import { sourceRoot } from "../source-files.ts";

const tsx = createRequire(import.meta.url).resolve("tsx");

/** The limit of open files, and the file that gets the standard output. */
type ScriptOptions = { readonly openFiles?: number; readonly output?: string };

/** A process that runs a script of lines; `@/` in its imports stands for the folder src. Killed after the test. */
export function aScriptProcess(lines: readonly string[], { openFiles, output }: ScriptOptions = {}) {
  const script = lines.join("\n").replaceAll('from "@/', `from "${sourceRoot}/`);
  const limit = openFiles === undefined ? "" : `ulimit -n ${openFiles} && `;
  const target = output === undefined ? "" : ` > ${output}`;
  const args = ["--import", tsx, "--input-type=module", "--eval", script];
  const child = spawn("sh", ["-c", `${limit}exec "$0" "$@"${target}`, process.execPath, ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

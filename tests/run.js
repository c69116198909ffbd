// `npm test`: the check beside the tests, which wait for processes and leave part of the processors idle. What it finds
// is printed after them, so that it is not lost among their lines.
import { spawn } from "node:child_process";
import { once } from "node:events";
import os from "node:os";

/** Ends with the exit code; a signal counts as a failure. */
async function waitForExit(child) {
  const [code] = await once(child, "close");
  return code ?? 1;
}

const run = (program, args) => waitForExit(spawn(program, args, { stdio: "inherit" }));

function startCheck() {
  const check = spawn("npm", ["run", "-s", "check"], { stdio: ["ignore", "pipe", "pipe"] });
  // The processes that it starts inherit the priority.
  if (check.pid !== undefined) os.setPriority(check.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  let report = "";
  for (const output of [check.stdout, check.stderr])
    output.setEncoding("utf8").on("data", (text) => {
      report += text;
    });
  return waitForExit(check).then((code) => ({ code, report }));
}

const checking = startCheck();
const built = await run("npm", ["run", "-s", "build"]);
const tested = built === 0 ? await run("vitest", ["run", ...process.argv.slice(2)]) : built;
const { code, report } = await checking;
process.stdout.write(`\nnpm run check ${code === 0 ? "found nothing" : "FAILED"}\n${report}`);
process.exitCode = tested === 0 ? code : tested;

import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { aScriptProcess } from "../../tests/harness/servers/script-process.ts";

const opening = ['import { openOutput } from "@/log/output.ts";', "const output = openOutput();"];
const exit = "process.exit(42);";
const turnOfTheLoop = "await new Promise((resolve) => setTimeout(resolve, 1));";

function aFile(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-output-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, "log");
}

/** More than a pipe takes at once. */
const manyLines = Array.from({ length: 20_000 }, (_, n) => `line ${n}`);
const writeMany = "for (let n = 0; n < 20_000; n += 1) output.write(`line ${n}\\n`);";
const splitLines = (written: string) => written.trimEnd().split("\n").toSorted();

describe("a process that ends with lines to write", () => {
  it("writes all of them to a pipe", async () => {
    const child = aScriptProcess([...opening, writeMany, exit]);
    const [written, ended] = await Promise.all([text(child.stdout), once(child, "close")]);
    expect(ended).toEqual([42, null]);
    expect(splitLines(written)).toEqual(manyLines.toSorted());
  });

  it("writes all of them to a file", async () => {
    const output = aFile();
    const child = aScriptProcess([...opening, writeMany, exit], { output });
    expect(await once(child, "close")).toEqual([42, null]);
    expect(splitLines(readFileSync(output, "utf8"))).toEqual(manyLines.toSorted());
  });

  it("writes them in order when it has time", async () => {
    const child = aScriptProcess([...opening, writeMany, "process.exitCode = 42;"]);
    const [written, ended] = await Promise.all([text(child.stdout), once(child, "close")]);
    expect(ended).toEqual([42, null]);
    expect(written.trimEnd().split("\n")).toEqual(manyLines);
  });

  it.each([
    ["before a write failed", []],
    ["after a write failed", [turnOfTheLoop, 'output.write("later\\n");']],
    ["with more lines than are kept", [writeMany, turnOfTheLoop, ...Array.from({ length: 9 }, () => writeMany)]],
  ])("ends when its disk is full, %s", async (_, more) => {
    const child = aScriptProcess([...opening, 'output.write("first\\n");', ...more, exit], { output: "/dev/full" });
    expect(await once(child, "close")).toEqual([42, null]);
  });

  it("ends when its reader is gone", async () => {
    const child = aScriptProcess([...opening, writeMany, exit]);
    child.stdout.destroy();
    expect(await once(child, "close")).toEqual([42, null]);
  });

  it("ends when its file cannot be opened", async () => {
    const script = [...opening.slice(0, 1), 'openOutput("/dev/null/log").write("line\\n");', exit];
    expect(await once(aScriptProcess(script), "close")).toEqual([42, null]);
  });

  it("ends after an unexpected exception when its disk is full", async () => {
    const script = [
      'import { createLog } from "@/log/log.ts";',
      'import { surviveUnhandledErrors } from "@/supervisor/unhandled-errors.ts";',
      'surviveUnhandledErrors(createLog("warn"));',
      'throw new Error("unexpected");',
    ];
    expect(await once(aScriptProcess(script, { output: "/dev/full" }), "close")).toEqual([1, null]);
  });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file of the package, by its path in it. This one lies one folder below the root in src/ and, bundled, in dist/. */
export const packageFile = (path: string): URL => new URL(`../${path}`, import.meta.url);

export function productVersion(): string {
  const content: unknown = JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
  return typeof content === "object" && content !== null && "version" in content ? String(content.version) : "0";
}

export type ChildProgram = { readonly file: string; readonly execArgv: readonly string[] };

/** What runs in a process of its own, by its path in src/. Straight from the sources (tests) it needs their loader. */
export function childProgram(path: string): ChildProgram {
  if (import.meta.filename.endsWith(".ts")) {
    return { file: fileURLToPath(packageFile(`src/${path}.ts`)), execArgv: ["--import", "tsx"] };
  }
  return { file: fileURLToPath(packageFile(`dist/${path}.js`)), execArgv: [] };
}

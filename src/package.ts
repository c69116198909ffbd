import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file of the package by its path. This module is one folder below the root, both in src/ and bundled in dist/. */
export const packageFile = (path: string): URL => new URL(`../${path}`, import.meta.url);

export function productVersion(): string {
  const content: unknown = JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
  return typeof content === "object" && content !== null && "version" in content ? String(content.version) : "0";
}

export type ChildProgram = { readonly file: string; readonly execArgv: readonly string[] };

/** The entry point of a separate process, by its path in src/. Run from the sources (tests) it needs the loader. */
export function childProgram(path: string): ChildProgram {
  if (import.meta.filename.endsWith(".ts")) {
    return { file: fileURLToPath(packageFile(`src/${path}.ts`)), execArgv: ["--import", "tsx"] };
  }
  return { file: fileURLToPath(packageFile(`dist/${path}.js`)), execArgv: [] };
}

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file of the package by its path. This module is one folder below the root, both in src/ and bundled in dist/. */
export const packageFile = (path: string): URL => new URL(`../${path}`, import.meta.url);

export function productVersion(): string {
  const content: unknown = JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
  return typeof content === "object" && content !== null && "version" in content ? String(content.version) : "0";
}

/** Changes with every change of the bundled code; undefined when run from the sources (tests). */
export function buildId(): string | undefined {
  if (import.meta.filename.endsWith(".ts")) return undefined;
  const id = readFileSync(packageFile("dist/.built"), "utf8").trim();
  return id === "" ? undefined : id;
}

export type ChildProgram = { readonly file: string; readonly execArgv: readonly string[] };

/** The entry point of a separate process, by its path in src/. Run from the sources (tests) it needs the loader. */
export function childProgram(path: string): ChildProgram {
  if (import.meta.filename.endsWith(".ts")) {
    return { file: fileURLToPath(packageFile(`src/${path}.ts`)), execArgv: ["--import", "tsx"] };
  }
  return { file: fileURLToPath(packageFile(`dist/${path}.js`)), execArgv: [] };
}

import { readFileSync } from "node:fs";

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

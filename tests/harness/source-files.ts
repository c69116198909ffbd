import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const sourceRoot = path.resolve(import.meta.dirname, "../../src");

/** Every file of src without tests, relative to src. */
export const sourceFiles: readonly string[] = readdirSync(sourceRoot, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .toSorted();

const texts = new Map(sourceFiles.map((file) => [file, readFileSync(path.join(sourceRoot, file), "utf8")]));

export const textOf = (file: string): string => texts.get(file) ?? "";

export const withoutComments = (file: string): string =>
  textOf(file)
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");

export type SourceImport = { readonly target: string; readonly names: readonly string[]; readonly isTypeOnly: boolean };

const statement = /^(?:import|export) (type )?(?:([^"';]*?) from )?"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm;

/** Imports, type imports, re-exports and dynamic imports of files of src. */
export function importsOf(file: string): SourceImport[] {
  return [...textOf(file).matchAll(statement)].map(([, type, clause = "", from = "", dynamic = from]) => ({
    target: path.relative(sourceRoot, path.resolve(sourceRoot, path.dirname(file), dynamic)),
    names: namesIn(clause),
    isTypeOnly: type !== undefined,
  }));
}

/** `*` stands for every name. */
const namesIn = (clause: string): string[] =>
  clause === "" || clause.includes("*")
    ? ["*"]
    : (/\{([^]*)\}/.exec(clause)?.[1] ?? "")
        .split(",")
        .map((name) =>
          name
            .trim()
            .replace(/^type /, "")
            .replace(/ as .*$/, ""),
        )
        .filter((name) => name !== "");

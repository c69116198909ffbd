import { expect, it } from "vitest";
import { importsOf, sourceFiles, textOf } from "./harness/source-files.ts";

/** Exports that only tests or programs outside src use. An entry that is no longer needed fails the test. */
const usedFromOutside: readonly string[] = [
  // Typed entries and cursors of readers in tests; features have typed listeners, registered at start.
  "journal/journal.ts openCursor",
  // Types of the names in web/ui/names.
  "features/exports/columns.ts StandardExportField",
  "features/imports/mapping/shoptet.ts ShoptetTarget",
];

const declared = /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm;

const exportsOf = (file: string): string[] => [...textOf(file).matchAll(declared)].map(([, name = ""]) => name);

type Importer = { readonly by: string; readonly names: readonly string[] };

const importersOf = new Map<string, Importer[]>();
for (const by of sourceFiles) {
  for (const { target, names } of importsOf(by)) {
    importersOf.set(target, [...(importersOf.get(target) ?? []), { by, names }]);
  }
}

const countOf = (name: string, file: string): number =>
  [...textOf(file).matchAll(new RegExp(`\\b${name}\\b`, "g"))].length;

/** Imported by name, or used by name in a file that imports all names. */
const isImported = (file: string, name: string): boolean =>
  (importersOf.get(file) ?? []).some(({ by, names }) =>
    names.includes("*") ? countOf(name, by) > 0 : names.includes(name),
  );

it("exports nothing that src does not use", () => {
  const unused = sourceFiles.flatMap((file) =>
    exportsOf(file)
      .filter((name) => !isImported(file, name) && countOf(name, file) < 2)
      .map((name) => `${file} ${name}`),
  );
  expect(unused.toSorted()).toEqual(usedFromOutside.toSorted());
});

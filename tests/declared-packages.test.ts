import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

const declaredIn = (...sections: string[]): Set<string> => {
  const content: unknown = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const packages: Record<string, object> = Object(content);
  return new Set(sections.flatMap((section) => Object.keys(packages[section] ?? {})));
};

const imported =
  /^(?:import|export) (?:[^"';]* from )?"([^".][^"]*)"|^\} from "([^".][^"]*)"|import\("([^".][^"]*)"\)/gm;

/** `@mantine/core/styles.css` belongs to `@mantine/core`. */
const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** The packages that each file of a folder imports. */
const importsOf = (folder: string): { file: string; name: string }[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file))
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), "utf8").matchAll(imported)]
        .map(([, one, two, three]) => packageOf(one ?? two ?? three ?? ""))
        .filter((name) => !name.startsWith("node:") && !builtinModules.includes(name))
        .map((name) => ({ file, name })),
    );

const isTest = (file: string): boolean => file.endsWith(".test.ts");

it("declares every package that is imported, those of the product as its dependencies", () => {
  const ofProduct = declaredIn("dependencies");
  const all = declaredIn("dependencies", "devDependencies");
  const product = importsOf("src").filter(({ file }) => !isTest(file));
  const others = ["src", "web", "tests", "bench"].flatMap((folder) => importsOf(folder));
  expect(product.filter(({ name }) => !ofProduct.has(name))).toEqual([]);
  expect(others.filter(({ name }) => !all.has(name))).toEqual([]);
  // The expression finds what files import.
  expect(product.map(({ name }) => name)).toContain("fastify");
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(["react", "nodemailer", "vitest"]));
});

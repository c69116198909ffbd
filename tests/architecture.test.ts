import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { settings } from "../src/config/config.ts";
import { features } from "../src/registry/features.ts";
import { findCircles } from "./harness/import-circles.ts";
import { importsOf, sourceFiles, sourceRoot, textOf, withoutComments } from "./harness/source-files.ts";

/** A file may import files of its own layer and of those before it. */
const layers: readonly (readonly string[])[] = [
  ["kernel"],
  ["config", "log", "package"],
  ["db"],
  ["journal", "mail", "net", "sandbox", "storage"],
  ["jobs", "context", "hooks"],
  ["feature", "message-source"],
  ["features"],
  ["registry"],
  ["http", "surfaces", "demo", "backup", "doctor", "supervisor"],
  ["composition", "sandbox-child"],
  ["commands"],
  ["main"],
];

const folderOf = (file: string): string => (file.split("/")[0] ?? file).replace(/\.ts$/, "");
const layerOf = (file: string): number => layers.findIndex((folders) => folders.includes(folderOf(file)));

const isInFeature = (file: string): boolean => file.startsWith("features/");
const featureNameOf = (file: string): string => file.split("/")[1] ?? "";
const featureFiles = sourceFiles.filter(isInFeature);

const order = new Map<string, number>(features.map(({ name }, index) => [name, index]));
const positionOf = (file: string): number => order.get(featureNameOf(file)) ?? -1;

const importsWhere = (isWrong: (file: string, target: string) => boolean): string[] => [
  ...new Set(
    sourceFiles.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => isWrong(file, target))
        .map(({ target }) => `${file} → ${target}`),
    ),
  ),
];

it("knows the layer of every file", () => {
  expect(sourceFiles.filter((file) => layerOf(file) === -1)).toEqual([]);
});

it("imports only from the same layer or a lower one, types and re-exports included", () => {
  const found = importsWhere((file, target) => layerOf(target) > layerOf(file));
  expect(found).toEqual([]);
});

it("lets no files import each other in a circle, by types either", () => {
  const targetsOf = new Map(sourceFiles.map((file) => [file, importsOf(file).map(({ target }) => target)]));
  expect(findCircles(targetsOf)).toEqual([]);
});

it("loads the libraries that compile content only in the sandbox's child process", () => {
  const libraries = /^import (?!type ).*"(?:@css-inline\/css-inline|mjml|sharp|twing)";|import\("(?:mjml|sharp)"\)/m;
  const reachable = new Set(["main.ts"]);
  for (const file of reachable) {
    for (const { target, isTypeOnly } of importsOf(file)) if (!isTypeOnly) reachable.add(target);
  }
  expect(reachable.size).toBeGreaterThan(300);
  expect([...reachable].filter((file) => libraries.test(textOf(file)))).toEqual([]);
  expect(sourceFiles.filter((file) => libraries.test(textOf(file))).length).toBeGreaterThan(3);
});

it("knows the database client only in its driver", () => {
  const importing = sourceFiles.filter((file) => /from "postgres"|import\("postgres"\)/.test(textOf(file)));
  expect(importing).toContain("db/driver/connection.ts");
  expect(importing.filter((file) => !file.startsWith("db/driver/"))).toEqual([]);
});

it("does no input or output in the kernel", () => {
  const found = sourceFiles
    .filter((file) => folderOf(file) === "kernel")
    .filter((file) => /from "(node:(fs|net|http|child_process)|postgres|fastify)/.test(textOf(file)));
  expect(found).toEqual([]);
});

it("lets a feature import only features that stand before it in src/registry/features.ts", () => {
  const found = importsWhere(
    (file, target) => isInFeature(file) && isInFeature(target) && positionOf(target) > positionOf(file),
  );
  expect(found).toEqual([]);
});

it("keeps SQL of features in queries.ts, *.queries.ts and *.sql.ts", () => {
  const found = featureFiles
    .filter((file) => !/(?:\/|\.)queries\.ts$|\.sql\.ts$/.test(file))
    .filter((file) => /\b(?:sql|node)(?:<[^`]*>)?`/.test(withoutComments(file)));
  expect(found).toEqual([]);
});

it("refuses values only by the function that asks what is allowed", () => {
  const found = sourceFiles.filter((file) => /new ApiError\(\s*"validation"/.test(textOf(file)));
  expect(found).toEqual(["kernel/errors.ts"]);
});

it("reads the environment only where a process starts", () => {
  const readers = ["commands/start.ts", "main.ts"];
  expect(sourceFiles.filter((file) => /process\.env/.test(textOf(file)))).toEqual(readers);
});

it("lists every feature folder in src/registry/features.ts, under the name of the folder", () => {
  const folders = readdirSync(path.join(sourceRoot, "features"));
  expect(features.map(({ name }): string => name).toSorted()).toEqual(folders.toSorted());
  const manifests = features.map(({ name }) => `features/${name}/feature.ts`);
  expect(
    importsOf("registry/features.ts")
      .map(({ target }) => target)
      .toSorted(),
  ).toEqual(manifests.toSorted());
});

it("lists the features in docs/ARCHITECTURE.md in the order of the code", () => {
  const text = readFileSync(path.resolve(sourceRoot, "../docs/ARCHITECTURE.md"), "utf8");
  const listed = /^\| `src\/features\/` \| in order: (.*) \|$/m.exec(text)?.[1];
  expect(listed?.split(" · ")).toEqual(features.map(({ name }) => name));
});

it("names every contract in the feature.ts of its feature", () => {
  const found = featureFiles
    .filter((file) => path.basename(file) === "contract.ts")
    .filter((file) => !importsOf(`features/${featureNameOf(file)}/feature.ts`).some(({ target }) => target === file));
  expect(found).toEqual([]);
});

it("loads every handlers, background and hooks file of a feature from its feature.ts", () => {
  const found = features.flatMap(({ name }) => {
    const loaded = importsOf(`features/${name}/feature.ts`).map(({ target }) => target);
    return ["handlers", "background", "hooks"]
      .map((role) => `features/${name}/${role}.ts`)
      .filter((file) => sourceFiles.includes(file) && !loaded.includes(file));
  });
  expect(found).toEqual([]);
});

it("registers every job, action and listener in a background file", () => {
  const background = sourceFiles
    .filter((file) => path.basename(file) === "background.ts")
    .map(textOf)
    .join("\n");
  const defined = sourceFiles.flatMap((file) =>
    [...textOf(file).matchAll(/(?:const|let) (\w+) = define(?:Job|Action|Listener)\(/g)].map(([, name = ""]) => name),
  );
  expect(defined.length).toBeGreaterThan(20);
  expect(defined.filter((name) => !new RegExp(`\\b${name}\\b`).test(background))).toEqual([]);
});

it("describes every feature in a README.md of at most 60 lines", () => {
  const readmeOf = (name: string) => path.join(sourceRoot, "features", name, "README.md");
  const names = features.map(({ name }): string => name);
  const tooLong = names
    .filter((name) => existsSync(readmeOf(name)))
    .filter((name) => readFileSync(readmeOf(name), "utf8").trimEnd().split("\n").length > 60);
  expect(tooLong).toEqual([]);
  expect(names.filter((name) => !existsSync(readmeOf(name))).toSorted()).toEqual([]);
});

it("documents every setting in docs/OPERATIONS.md with its default and its meaning", () => {
  const text = readFileSync(path.resolve(sourceRoot, "../docs/OPERATIONS.md"), "utf8");
  const rows = Object.values(settings).map(
    ({ env, default: fallback, meaning }) =>
      `| \`${env}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${meaning} |`,
  );
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
});

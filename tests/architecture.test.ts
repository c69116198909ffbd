import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { settings } from "../src/config.ts";

/** Imports go one way; the linter finds cycles, this finds the wrong direction. */
const root = path.resolve(import.meta.dirname, "../src");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const sources = files.filter((file) => !file.endsWith(".test.ts"));

const layers: readonly (readonly string[])[] = [
  ["kernel"],
  ["config", "log", "package"],
  ["db"],
  ["journal", "mail", "net", "storage"],
  ["jobs", "context", "data-key"],
  ["feature", "message-source"],
  ["features"],
  ["registry"],
  ["http", "surfaces", "demo", "backup", "doctor", "supervisor"],
  ["app", "web", "background"],
  ["commands"],
  ["main"],
];

/** A feature may use those before it, through their services and queries of keys they own together. */
const featureOrder = [
  "people",
  "labels",
  "contacts",
  "lists",
  "orders",
  "segments",
  "imports",
  "exports",
  "content",
  "sending",
  "campaigns",
  "tracking",
  "bounces",
  "statistics",
  "account",
];

const folderOf = (file: string) => (file.split("/")[0] ?? file).replace(/\.ts$/, "");
const layerOf = (file: string) => layers.findIndex((rooms) => rooms.includes(folderOf(file)));

function importsOf(file: string): { from: string; isTypeOnly: boolean }[] {
  const text = readFileSync(path.join(root, file), "utf8");
  return [...text.matchAll(/^import (type )?[^"]*?from "(\.[^"]+)"|import\("(\.[^"]+)"\)/gm)].map((match) => ({
    from: path.relative(root, path.resolve(root, path.dirname(file), match[2] ?? match[3] ?? "")),
    isTypeOnly: match[1] !== undefined,
  }));
}

it("puts every file into a known room", () => {
  expect(sources.filter((file) => layerOf(file) === -1)).toEqual([]);
});

it("imports only downwards", () => {
  const wrong = sources.flatMap((file) =>
    importsOf(file)
      .filter(({ from, isTypeOnly }) => !isTypeOnly && layerOf(from) > layerOf(file))
      .map(({ from }) => `${file} → ${from}`),
  );
  expect(wrong).toEqual([]);
});

it("keeps the kernel free of input, output and of the rest of the house", () => {
  const wrong = sources
    .filter((file) => folderOf(file) === "kernel")
    .filter((file) =>
      /from "(node:(fs|net|http|child_process)|postgres|fastify)/.test(readFileSync(path.join(root, file), "utf8")),
    );
  expect(wrong).toEqual([]);
});

it("lets a feature import only features to its left", () => {
  const order = (file: string) => featureOrder.indexOf(file.split("/")[1] ?? "");
  const wrong = sources
    .filter((file) => folderOf(file) === "features")
    .flatMap((file) =>
      importsOf(file)
        .filter(({ from }) => folderOf(from) === "features" && order(from) > order(file))
        .map(({ from }) => `${file} → ${from}`),
    );
  expect(wrong).toEqual([]);
});

it("keeps the environment in the configuration and SQL of features in queries", () => {
  const reading = sources.filter(
    (file) =>
      !["config.ts", "main.ts", "commands/start.ts"].includes(file) &&
      /process\.env/.test(readFileSync(path.join(root, file), "utf8")),
  );
  const statements = sources.filter(
    (file) =>
      folderOf(file) === "features" &&
      /(service|handlers|contract)\.ts$/.test(file) &&
      /sql(<[^`]*>)?`/.test(readFileSync(path.join(root, file), "utf8")),
  );
  expect([...reading, ...statements]).toEqual([]);
});

it("documents every setting in docs/OPERATIONS.md as the code has it", () => {
  const text = readFileSync(path.resolve(root, "../docs/OPERATIONS.md"), "utf8");
  const rows = Object.values(settings).map(
    ({ env, default: fallback, meaning }) =>
      `| \`${env}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${meaning} |`,
  );
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
});

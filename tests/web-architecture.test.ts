import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { findCircles } from "./harness/import-circles.ts";

const root = path.resolve(import.meta.dirname, "..");
const webRoot = path.join(root, "web");

const files = readdirSync(webRoot, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
  .map((file) => file.replaceAll("\\", "/"))
  .toSorted();

const textOf = (file: string): string => readFileSync(path.join(webRoot, file), "utf8");

/** A file may import its own folder and those before it. */
const layers = ["i18n", "api", "routing", "ui", "rules", "editor", "features", "app"];
const layerOf = (file: string): number => {
  const index = layers.indexOf(file.split("/")[0] ?? "");
  return index === -1 ? layers.length : index;
};

const statement = /^(?:import|export) (type )?(?:[^"';]*? from )?"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm;

type Import = { file: string; target: string; isTypeOnly: boolean };

const imports: Import[] = files.flatMap((file) =>
  [...textOf(file).matchAll(statement)].map(([, type, from = "", dynamic = from]) => ({
    file,
    target: path.relative(webRoot, path.resolve(webRoot, path.dirname(file), dynamic)).replaceAll("\\", "/"),
    isTypeOnly: type !== undefined,
  })),
);

const shown = ({ file, target }: Import) => `${file} → ${target}`;

it("imports one way: i18n, api, routing, ui, rules, editor, features, app", () => {
  const inside = imports.filter(({ target }) => !target.startsWith(".."));
  expect(inside.filter(({ file, target }) => layerOf(target) > layerOf(file)).map(shown)).toEqual([]);
});

it("lets no files import each other in a circle, by types either", () => {
  const targetsOf = new Map(
    files.map((file) => [file, imports.filter((each) => each.file === file).map(({ target }) => target)]),
  );
  expect(findCircles(targetsOf)).toEqual([]);
});

it("lets no feature import another", () => {
  const featureOf = (file: string) => (file.startsWith("features/") ? file.split("/")[1] : undefined);
  const found = imports.filter(
    ({ file, target }) =>
      featureOf(file) !== undefined && featureOf(target) !== undefined && featureOf(file) !== featureOf(target),
  );
  expect(found.map(shown)).toEqual([]);
});

it("takes only types from the server, pure functions of its kernel, and parts of the SDK", () => {
  const found = imports
    .filter(({ target, isTypeOnly }) => target.startsWith("../") && !isTypeOnly)
    .filter(({ target }) => !/^\.\.\/(?:src\/kernel|sdk\/src)\//.test(target));
  expect(found.map(shown)).toEqual([]);
});

it("shows days and times of the company, never those of the browser's zone", () => {
  const ofBrowser = /\.(?:[gs]et(?:FullYear|Month|Date|Day|Hours)|toDateString|toLocale(?:Date|Time)String)\(/;
  expect(files.filter((file) => ofBrowser.test(textOf(file)))).toEqual([]);
});

it("keeps every file within 300 lines", () => {
  expect(files.filter((file) => textOf(file).split("\n").length > 300)).toEqual([]);
});

it("imports the styles of every Mantine component that is used", () => {
  const styles = textOf("ui/theme/mantine-base.css") + textOf("ui/theme/mantine.css");
  const used = files.flatMap((file) =>
    [...textOf(file).matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)].flatMap(([, names = ""]) =>
      names.split(",").map((name) => name.trim()),
    ),
  );
  const hasStyles = (name: string) => existsSync(path.join(root, `node_modules/@mantine/core/styles/${name}.css`));
  const missing = [...new Set(used)].filter((name) => hasStyles(name) && !styles.includes(`styles/${name}.css`));
  expect(missing).toEqual([]);
});

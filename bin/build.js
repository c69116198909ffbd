// Makes dist/ of src/ and of the packages it uses: a few dozen files, where loading two thousand took most of a start.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.dirname(import.meta.dirname);
const dist = path.join(root, "dist");
const stamp = path.join(dist, ".built");

const { build } = await import("esbuild").catch(() => {
  process.stderr.write("Building from the sources needs the development packages: run `npm ci --include=dev`.\n");
  process.exit(1);
});

const programs = ["src/main.ts", "src/mail/twig/child.ts", "src/features/files/inspect/svg-renderer-child.ts"];
const pageScripts = ["src/surfaces/docs/client/docs.ts"];

/** Loaded from their own folders: they bring native code, or files that they look for beside them. */
const external = ["@css-inline/css-inline", "@node-rs/argon2", "mjml", "pg-native", "sharp"];

const shared = {
  absWorkingDir: root,
  outbase: "src",
  outdir: "dist",
  bundle: true,
  format: "esm",
  logLevel: "warning",
  metafile: true,
  write: false,
};

const makePrograms = () =>
  build({
    ...shared,
    entryPoints: programs,
    platform: "node",
    target: "node20",
    // What is imported late stays in files of its own.
    splitting: true,
    external,
    // Older packages ask for the modules of Node in the old way.
    banner: { js: 'import { createRequire as $from } from "node:module"; const require = $from(import.meta.url);' },
  });

const makePageScripts = () => build({ ...shared, entryPoints: pageScripts, platform: "browser", target: "es2023" });

const nameOf = (file) => path.relative(root, file).replaceAll("\\", "/");

/**
 * Others may start or build meanwhile: a file is there whole or not at all, and those with a fixed name, which name the
 * rest by what is in them, come last.
 */
function writeAll(made) {
  const isFixed = (file) =>
    made.some(({ metafile }) => [...programs, ...pageScripts].includes(metafile.outputs[nameOf(file)]?.entryPoint));
  const files = made.flatMap(({ outputFiles }) => outputFiles);
  for (const { path: file, contents } of files.toSorted((a, b) => isFixed(a.path) - isFixed(b.path))) {
    mkdirSync(path.dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, file);
  }
  return new Set(files.map((file) => file.path));
}

/** Files of the build before the last one; a process that still runs may yet import from the last. */
function removeOld(current, lastBuiltAt) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || current.has(file) || file === stamp) continue;
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (mtimeMs < lastBuiltAt) rmSync(file, { force: true });
  }
}

const startedAt = new Date();
const lastBuiltAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const current = writeAll(await Promise.all([makePrograms(), makePageScripts()]));
removeOld(current, lastBuiltAt);
writeFileSync(stamp, "");
utimesSync(stamp, startedAt, startedAt);

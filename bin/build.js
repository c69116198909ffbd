// Bundles src/ and the packages it uses into dist/: a few dozen files load much faster than two thousand.
// `--if-stale` builds only when dist/ is missing or older than its inputs.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.dirname(import.meta.dirname);
const dist = path.join(root, "dist");
const stamp = path.join(dist, ".built");

/** An installed package has no sources: it was built before. */
function isStale() {
  if (!existsSync(stamp)) return true;
  if (!existsSync(path.join(root, "src/main.ts"))) return false;
  const builtAt = statSync(stamp).mtimeMs;
  const isNewer = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs > builtAt;
  const sources = readdirSync(path.join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((file) => file.name.endsWith(".ts"))
    .map((file) => path.join(file.parentPath, file.name));
  // The packages are bundled too: npm writes its own lockfile whenever it changes one of them.
  const packages = path.join(root, "node_modules/.package-lock.json");
  return [import.meta.filename, packages, ...sources].some(isNewer);
}

if (process.argv.includes("--if-stale") && !isStale()) process.exit(0);

const { build } = await import("esbuild").catch(() => {
  process.stderr.write("Building from the sources needs the development packages: run `npm ci --include=dev`.\n");
  process.exit(1);
});

const programs = ["src/main.ts", "src/sandbox-child.ts"];
const pageScripts = ["src/surfaces/docs/client/docs.ts"];
/** Runs in pages of others, as a classic script. */
const embeddedScripts = ["src/surfaces/site/client/site.ts", "src/surfaces/pages/client/form.ts"];

/** Not bundled: these packages have native code or load files from their own folders. */
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

const buildPrograms = () =>
  build({
    ...shared,
    entryPoints: programs,
    platform: "node",
    target: "node20",
    // Dynamic imports become files of their own.
    splitting: true,
    external,
    // CommonJS packages call `require` for the modules of Node.
    banner: { js: 'import { createRequire as $from } from "node:module"; const require = $from(import.meta.url);' },
  });

const buildPageScripts = () => build({ ...shared, entryPoints: pageScripts, platform: "browser", target: "es2023" });

const buildEmbeddedScripts = () =>
  build({
    ...shared,
    entryPoints: embeddedScripts,
    platform: "browser",
    target: "es2019",
    format: "iife",
    minify: true,
  });

const nameOf = (file) => path.relative(root, file).replaceAll("\\", "/");

const fixedFiles = [...programs, ...pageScripts, ...embeddedScripts];

/**
 * Safe while other processes start or build: each file appears by an atomic rename, and entry points, which import the
 * chunks by their content hash, are written last.
 */
function writeAll(results) {
  const isFixed = (file) =>
    results.some(({ metafile }) => fixedFiles.includes(metafile.outputs[nameOf(file)]?.entryPoint));
  const files = results.flatMap(({ outputFiles }) => outputFiles);
  for (const { path: file, contents } of files.toSorted((a, b) => isFixed(a.path) - isFixed(b.path))) {
    mkdirSync(path.dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, file);
  }
  return new Set(files.map((file) => file.path));
}

/** Removes files older than the previous build; a running process may still import chunks of that one. */
function removeOld(current, lastBuiltAt) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || current.has(file) || file === stamp) continue;
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (mtimeMs < lastBuiltAt) rmSync(file, { force: true });
  }
}

/** Chunks are named by their content, so the names of all files identify the code of all programs. */
const buildIdOf = (files) =>
  createHash("sha256")
    .update(JSON.stringify([...files].map(nameOf).toSorted((a, b) => (a < b ? -1 : 1))))
    .digest("hex");

const startedAt = new Date();
const lastBuiltAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const current = writeAll(await Promise.all([buildPrograms(), buildPageScripts(), buildEmbeddedScripts()]));
removeOld(current, lastBuiltAt);
writeFileSync(stamp, buildIdOf(current));
utimesSync(stamp, startedAt, startedAt);

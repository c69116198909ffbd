// Bundles src/ and the packages it uses into dist/: a few dozen files load much faster than two thousand. The web app
// in web/ goes to dist/web/. `--if-stale` builds only what is missing or older than its inputs.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.dirname(import.meta.dirname);
const dist = path.join(root, "dist");
const stamp = path.join(dist, ".built");
const webDist = path.join(dist, "web");
const webStamp = path.join(webDist, ".built");

/** An installed package has no sources: it was built before. */
function isStale(stampFile, folders, isSource) {
  if (!existsSync(stampFile)) return true;
  if (!existsSync(path.join(root, "src/main.ts"))) return false;
  const builtAt = statSync(stampFile).mtimeMs;
  const isNewer = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs > builtAt;
  const sources = folders
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile() && isSource.test(file.name))
    .map((file) => path.join(file.parentPath, file.name));
  // The packages are bundled too: npm writes its own lockfile whenever it changes one of them.
  const packages = path.join(root, "node_modules/.package-lock.json");
  const builders = ["build.js", "build-web.js"].map((name) => path.join(import.meta.dirname, name));
  return [...builders, packages, ...sources].some(isNewer);
}

const programs = ["src/main.ts", "src/sandbox-child.ts"];
const pageScripts = ["src/surfaces/docs/client/docs.ts"];
/** Runs in pages of others, as a classic script. */
const embeddedScripts = [
  "src/surfaces/site/client/site.ts",
  "src/surfaces/pages/client/form.ts",
  "src/surfaces/mcp/card/client/card.ts",
];

/** Not bundled: these packages have native code or load files from their own folders. */
const external = ["@css-inline/css-inline", "@node-rs/argon2", "mjml", "pg-native", "sharp"];

async function loadBundler() {
  try {
    return await import("esbuild");
  } catch {
    process.stderr.write("Building from the sources needs the development packages: run `npm ci --include=dev`.\n");
    process.exit(1);
  }
}

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

const buildPrograms = (build) =>
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

const buildPageScripts = (build) =>
  build({ ...shared, entryPoints: pageScripts, platform: "browser", target: "es2023" });

const buildEmbeddedScripts = (build) =>
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

/** Safe while other processes start or build: each file appears by an atomic rename. */
function writeAll(files) {
  for (const { path: file, contents } of files) {
    mkdirSync(path.dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, file);
  }
  return new Set(files.map((file) => file.path));
}

/** Removes files older than the previous build; a running process may still use chunks of that one. */
function removeOld(files, current, lastBuiltAt) {
  for (const file of files.filter((name) => !current.has(name))) {
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (mtimeMs < lastBuiltAt) rmSync(file, { force: true });
  }
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== ".built")
    .map((entry) => path.join(entry.parentPath, entry.name));

const isOfWeb = (file) => file.startsWith(webDist + path.sep);

/** Chunks are named by their content, so the names of all files identify the code of all programs. */
const buildIdOf = (files) =>
  createHash("sha256")
    .update(JSON.stringify([...files].map(nameOf).toSorted((a, b) => (a < b ? -1 : 1))))
    .digest("hex");

function finish(stampFile, current, owned) {
  const lastBuiltAt = statSync(stampFile, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  removeOld(owned, current, lastBuiltAt);
  writeFileSync(stampFile, buildIdOf(current));
  utimesSync(stampFile, startedAt, startedAt);
}

async function buildServer() {
  const { build } = await loadBundler();
  const results = await Promise.all([buildPrograms(build), buildPageScripts(build), buildEmbeddedScripts(build)]);
  const isFixed = (file) =>
    results.some(({ metafile }) => fixedFiles.includes(metafile.outputs[nameOf(file)]?.entryPoint));
  // Entry points import the chunks by their content hash, so they are written last.
  const files = results.flatMap(({ outputFiles }) => outputFiles).toSorted((a, b) => isFixed(a.path) - isFixed(b.path));
  const current = writeAll(files);
  finish(
    stamp,
    current,
    filesIn(dist).filter((file) => !isOfWeb(file)),
  );
}

async function buildWebApp() {
  const { buildWeb } = await import("./build-web.js");
  const current = writeAll(await buildWeb(root));
  finish(webStamp, current, filesIn(webDist));
}

const startedAt = new Date();
// `npm run dev` loads this file before the program; it builds what is stale.
const buildsAll = process.argv[1] === import.meta.filename && !process.argv.includes("--if-stale");
if (buildsAll || isStale(stamp, ["src"], /\.ts$/)) await buildServer();
if (buildsAll || isStale(webStamp, ["web", "src/kernel", "sdk/src"], /\.(?:tsx?|css|html|svg)$/)) await buildWebApp();

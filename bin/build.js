// Makes dist/ of src/ and of the packages it uses: a few dozen files, where loading two thousand took most of a start.
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const root = path.dirname(import.meta.dirname);
const stamp = path.join(root, "dist/.built");

/** Loaded from their own folders: they bring native code, or files that they look for beside them. */
const external = ["@css-inline/css-inline", "@node-rs/argon2", "mjml", "pg-native", "sharp"];

const shared = {
  absWorkingDir: root,
  outbase: "src",
  outdir: "dist",
  bundle: true,
  format: "esm",
  logLevel: "warning",
};

const makePrograms = () =>
  build({
    ...shared,
    entryPoints: ["src/main.ts", "src/mail/twig/child.ts", "src/features/content/files/inspect/drawing-child.ts"],
    platform: "node",
    target: "node20",
    // What is imported late stays in files of its own.
    splitting: true,
    external,
    // Older packages ask for the modules of Node in the old way.
    banner: { js: 'import { createRequire as $from } from "node:module"; const require = $from(import.meta.url);' },
    metafile: true,
  });

const makePageScripts = () =>
  build({
    ...shared,
    entryPoints: ["src/surfaces/docs/client/docs.ts"],
    platform: "browser",
    target: "es2023",
    metafile: true,
  });

/** Files of the build before the last one; a process that still runs may yet import from the last. */
function removeOld(made, lastBuiltAt) {
  const current = new Set(made.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
  for (const entry of readdirSync(path.join(root, "dist"), { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const isOld = entry.isFile() && statSync(file).mtimeMs < lastBuiltAt;
    if (isOld && !current.has(path.relative(root, file).replaceAll("\\", "/"))) rmSync(file);
  }
}

const startedAt = new Date();
const lastBuiltAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? startedAt.getTime();
const made = await Promise.all([makePrograms(), makePageScripts()]);
removeOld(made, lastBuiltAt);
writeFileSync(stamp, "");
utimesSync(stamp, startedAt, startedAt);

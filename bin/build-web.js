// Bundles web/ into files for dist/web/, each with its compressed variants. They are served as they are.
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressible = /\.(?:js|css|svg)$/;

/** Resolves to `[{ path, contents }]`; index.html is last, because it names the other files. */
export async function buildWeb(root) {
  // Otherwise a build started by tests, where it is "test", would contain the development build of React.
  process.env.NODE_ENV = "production";
  const { build } = await import("vite");
  const { output } = await build({
    configFile: path.join(root, "web/vite.config.ts"),
    logLevel: "warn",
    build: { write: false },
  });
  const files = await Promise.all(
    output.map(async (file) => {
      const name = path.join(root, "dist/web", file.fileName);
      const contents = Buffer.from(file.type === "chunk" ? file.code : file.source);
      return [...(await compress(name, contents)), { path: name, contents }];
    }),
  );
  return files.flat().toSorted((a, b) => a.path.endsWith(".html") - b.path.endsWith(".html"));
}

async function compress(name, contents) {
  if (!compressible.test(name)) return [];
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return [
    { path: `${name}.br`, contents: await promisify(brotliCompress)(contents, quality) },
    { path: `${name}.gz`, contents: await promisify(gzip)(contents, { level: 9 }) },
  ];
}

import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

// Node 20 has no fs.globSync, which the conformance suite imports and uses in another command only.
if (isMainThread) register(import.meta.url);

const supplied = 'export * from "node:fs"; export { default } from "node:fs"; export const globSync = undefined;';

export function resolve(specifier, context, next) {
  const isFromSuite = String(context.parentURL).includes("/@modelcontextprotocol/conformance/");
  if (specifier !== "fs" || !isFromSuite) return next(specifier, context);
  return { url: `data:text/javascript,${encodeURIComponent(supplied)}`, shortCircuit: true };
}

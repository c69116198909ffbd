import { fork } from "node:child_process";
import { childProgram } from "../../../package.ts";
import { isRenderedSvg, type RenderedSvg } from "./svg-renderer-protocol.ts";
import type { InspectedImage } from "./images.ts";
import { invalidFile } from "./file-types.ts";
import { createConcurrencyLimiter } from "./concurrency-limit.ts";

const timeoutMs = 10_000;
const limitRenders = createConcurrencyLimiter(1);

const program = childProgram("features/files/inspect/svg-renderer-child");

/**
 * A small SVG can take hours to render (nested `use`, stacked filters), and the library cannot be interrupted. It runs
 * in a child process that is killed after a timeout.
 */
export async function renderSvg(bytes: Buffer): Promise<InspectedImage> {
  const rendered = await limitRenders(() => renderInChild(bytes));
  if ("refusal" in rendered) throw invalidFile(rendered.refusal);
  const { width, height, mediaType, byWidth } = rendered;
  return { bytes, width, height, copies: { mediaType, byWidth } };
}

function renderInChild(bytes: Buffer): Promise<RenderedSvg> {
  return new Promise((resolve) => {
    const child = fork(program.file, [], {
      execArgv: [...program.execArgv, "--max-old-space-size=256"],
      // The child gets an empty environment, without secrets.
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    const timer = setTimeout(() => end({ refusal: "complex" }), timeoutMs);
    const end = (rendered: RenderedSvg) => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      resolve(rendered);
    };
    child.once("message", (message) => end(isRenderedSvg(message) ? message : { refusal: "broken" }));
    child.on("error", () => end({ refusal: "broken" }));
    child.once("exit", () => end({ refusal: "broken" }));
    child.send(bytes);
  });
}

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
 * A small drawing can keep a processor busy for hours (parts that use parts that use parts, filters over filters), and
 * nothing stops the library once it draws. So it draws in a process that is ended in time.
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
      // Nothing of ours is in its environment.
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

import { fork } from "node:child_process";
import { childProgram } from "../../../../package.ts";
import { isDrawn, type Drawn } from "./drawing-protocol.ts";
import type { Image } from "./images.ts";
import { refuseFile } from "./refuse.ts";
import { createTurns } from "./turns.ts";

const timeMs = 10_000;
const inTurn = createTurns(1);

const program = childProgram("features/content/files/inspect/drawing-child");

/**
 * A small drawing can keep a processor busy for hours (parts that use parts that use parts, filters over filters), and
 * nothing stops the library once it draws. So it draws in a process that is ended in time.
 */
export async function readDrawing(bytes: Buffer): Promise<Image> {
  const drawn = await inTurn(() => drawElsewhere(bytes));
  if ("refusal" in drawn) throw refuseFile(drawn.refusal);
  const { width, height, mediaType, byWidth } = drawn;
  return { bytes, width, height, copies: { mediaType, byWidth } };
}

function drawElsewhere(bytes: Buffer): Promise<Drawn> {
  return new Promise((resolve) => {
    const child = fork(program.file, [], {
      execArgv: [...program.execArgv, "--max-old-space-size=256"],
      // Nothing of ours is in its environment.
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    const timer = setTimeout(() => end({ refusal: "complex" }), timeMs);
    const end = (drawn: Drawn) => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      resolve(drawn);
    };
    child.once("message", (message) => end(isDrawn(message) ? message : { refusal: "broken" }));
    child.on("error", () => end({ refusal: "broken" }));
    child.once("exit", () => end({ refusal: "broken" }));
    child.send(bytes);
  });
}

import { setPriority } from "node:os";
import { ApiError } from "../../../../kernel/errors.ts";
import { isDrawn, type Drawn } from "./drawing-protocol.ts";
import { drawSvg } from "./images.ts";

/** A process for one drawing: its author decides how long it takes, and it can be ended. */
process.once("message", (message) => {
  const bytes = message instanceof Uint8Array ? Buffer.from(message) : Buffer.alloc(0);
  void draw(bytes).then((drawn) => process.send?.(drawn, () => process.disconnect()));
});

setPriority(10);

async function draw(bytes: Buffer): Promise<Drawn> {
  try {
    const { width, height, copies } = await drawSvg(bytes);
    return { width, height, mediaType: copies.mediaType, byWidth: new Map(copies.byWidth) };
  } catch (error) {
    const refusal = { refusal: error instanceof ApiError ? error.params["reason"] : "broken" };
    return isDrawn(refusal) ? refusal : { refusal: "broken" };
  }
}

import { setPriority } from "node:os";
import { ApiError } from "../../../kernel/errors.ts";
import { isRenderedSvg, type RenderedSvg } from "./svg-renderer-protocol.ts";
import { rasterizeSvg } from "./images.ts";

/** Renders one SVG in its own process, which can be killed if it takes too long. */
process.once("message", (message) => {
  const bytes = message instanceof Uint8Array ? Buffer.from(message) : Buffer.alloc(0);
  void render(bytes).then((drawn) => process.send?.(drawn, () => process.disconnect()));
});

setPriority(10);

async function render(bytes: Buffer): Promise<RenderedSvg> {
  try {
    const { width, height, copies } = await rasterizeSvg(bytes);
    return { width, height, mediaType: copies.mediaType, byWidth: new Map(copies.byWidth) };
  } catch (error) {
    const rejected = { refusal: error instanceof ApiError ? error.params["reason"] : "broken" };
    return isRenderedSvg(rejected) ? rejected : { refusal: "broken" };
  }
}

import { fileRejectReasons, type FileRejectReason } from "./file-types.ts";

/** Messages from the renderer process to its parent. */
export type RenderedSvg =
  | { width: number; height: number; mediaType: string; byWidth: Map<number, Buffer> }
  | { refusal: FileRejectReason };

export function isRenderedSvg(message: unknown): message is RenderedSvg {
  if (typeof message !== "object" || message === null) return false;
  if ("refusal" in message) return fileRejectReasons.some((known) => known === message.refusal);
  return "width" in message && "height" in message && "byWidth" in message && message.byWidth instanceof Map;
}

import { fileRefusals, type FileRefusal } from "./refuse.ts";

/** What a process that draws says to the one that asked it. */
export type Drawn =
  | { width: number; height: number; mediaType: string; byWidth: Map<number, Buffer> }
  | { refusal: FileRefusal };

export function isDrawn(message: unknown): message is Drawn {
  if (typeof message !== "object" || message === null) return false;
  if ("refusal" in message) return fileRefusals.some((known) => known === message.refusal);
  return "width" in message && "height" in message && "byWidth" in message && message.byWidth instanceof Map;
}

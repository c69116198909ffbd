import { sha256 } from "../../kernel/crypto.ts";

const palette = [
  "#b91c1c",
  "#c2410c",
  "#a16207",
  "#4d7c0f",
  "#15803d",
  "#0f766e",
  "#0e7490",
  "#1d4ed8",
  "#4338ca",
  "#7e22ce",
  "#be185d",
  "#475569",
] as const;

/** The same name always gets the same colour. */
export function labelColor(name: string): string {
  return palette[sha256(name.toLowerCase()).readUInt32BE(0) % palette.length] ?? palette[0];
}

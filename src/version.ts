import { readFileSync } from "node:fs";

/** The version of the package; the file lies one folder above both src/ and dist/. */
export function productVersion(): string {
  const content: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return typeof content === "object" && content !== null && "version" in content ? String(content.version) : "0";
}

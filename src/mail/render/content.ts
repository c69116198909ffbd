import { createHash } from "node:crypto";
import type { CompanySandbox } from "../../sandbox/sandbox.ts";
import { blocksToMjml } from "./blocks-mjml.ts";
import type { Blocks } from "./blocks.ts";
import { compileMjml } from "./compile.ts";
import type { CompiledContent } from "./content-issue.ts";

/** The source of an e-mail. All fields may contain merge tags and Twig. */
export type ContentSource =
  | { kind: "html"; html: string }
  | { kind: "mjml"; mjml: string }
  /** Marked blocks bear their id as a class, for a preview only. */
  | { kind: "blocks"; blocks: Blocks; hasToken?: boolean };

const MAX_CACHED_CHARS = 32 * 1024 * 1024;

/** Compiled content by the hash of its source; least recently used entries are evicted. */
const cache = new Map<string, Promise<CompiledContent>>();
const sizes = new Map<string, number>();
let cachedChars = 0;

/** Compiles any source to HTML with its merge tags. Does not throw for invalid sources: returns issues. */
export async function toHtml(sandbox: CompanySandbox, source: ContentSource): Promise<CompiledContent> {
  if (source.kind === "html") return { html: source.html, issues: [] };
  const mjml = source.kind === "mjml" ? source.mjml : blocksToMjml(source.blocks, source.hasToken);
  const key = createHash("sha256").update(mjml).digest("base64");
  const found = cache.get(key);
  if (found !== undefined) {
    cache.delete(key);
    cache.set(key, found);
    return found;
  }
  const compiling = compileMjml(sandbox, mjml);
  cache.set(key, compiling);
  const compiled = await compiling.catch((error: unknown) => {
    cache.delete(key);
    throw error;
  });
  sizes.set(key, mjml.length + compiled.html.length);
  cachedChars += mjml.length + compiled.html.length;
  dropOldest();
  return compiled;
}

function dropOldest() {
  for (const [key] of cache) {
    if (cachedChars <= MAX_CACHED_CHARS) return;
    cachedChars -= sizes.get(key) ?? 0;
    sizes.delete(key);
    cache.delete(key);
  }
}

import type { HookImplementation } from "../hooks/hook-point.ts";
import { httpHooks } from "../http/hooks.ts";
import { features } from "../registry/features.ts";

/** What every feature does at the hooks of others, in the order of features, then the HTTP server. */
export async function loadHooks(): Promise<readonly HookImplementation[]> {
  const loaded = await Promise.all(features.map(async ({ hooks }) => hooks?.()));
  return [...loaded.flatMap((module) => (module === undefined ? [] : module.hooks)), ...httpHooks];
}

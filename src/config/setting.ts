export type Setting<Value> = { env: string; default: string; meaning: string; parse: (text: string) => Value };

export function setting<Value>(
  env: string,
  fallback: string,
  parse: (text: string) => Value,
  meaning: string,
): Setting<Value> {
  return { env, default: fallback, parse, meaning };
}

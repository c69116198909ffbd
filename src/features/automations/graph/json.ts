export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (input: unknown): input is JsonObject =>
  typeof input === "object" && input !== null && !Array.isArray(input);

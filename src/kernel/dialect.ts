/** The language of an operation on the wire: API v1, or the compatible API v3 with its CSV statistics. */
export type Dialect = "v1" | "v3";

/** By the path, because paths without an operation have to be answered in the language of their API too. */
export const dialectOf = (url: string): Dialect => (/^\/api\/(?:v3|csv)(?:[/?]|$)/.test(url) ? "v3" : "v1");

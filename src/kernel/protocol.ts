export type ApiVersion = "v1" | "v3";

/** Decides authentication, validation and the shape of errors: API v1, the compatible API v3 with its CSV statistics, OAuth, or JSON-RPC (MCP). */
export type Protocol = ApiVersion | "oauth" | "json_rpc";

/** The path decides, because paths without an operation are answered too; operations of OAuth and MCP state their protocol. */
export const detectProtocol = (url: string): ApiVersion => (/^\/api\/(?:v3|csv)(?:[/?]|$)/.test(url) ? "v3" : "v1");

import {
  classifyInboundRequest,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  ProtocolErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Server,
  type Transport,
} from "@modelcontextprotocol/server";
import type { FastifyRequest } from "fastify";
import { isJson } from "./arguments.ts";

/** A single request of the revisions of 2025. The transport of the SDK answers everything else and what it refuses. */
export function findPlainRequest({
  headers,
  body,
}: Pick<FastifyRequest, "headers" | "body">): JSONRPCRequest | undefined {
  const version = headers["mcp-protocol-version"];
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) return undefined;
  const hasHeadersOf2026 = headers["mcp-method"] !== undefined || headers["mcp-name"] !== undefined;
  if (hasHeadersOf2026 || !isJSONRPCRequest(body)) return undefined;
  const sent = version === undefined ? {} : { protocolVersionHeader: String(version) };
  return classifyInboundRequest({ httpMethod: "POST", ...sent, body }).kind === "legacy" ? body : undefined;
}

/** Passes one request to the server, without objects of the Fetch API: those cost more than the rest of the protocol. */
export async function exchangeMessage(server: Server, request: JSONRPCRequest): Promise<JSONRPCMessage> {
  return new Promise((resolve, reject) => {
    const transport: Transport = {
      start: async () => undefined,
      close: async () => undefined,
      send: async (message) => {
        if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) resolve(with2025Codes(message));
      },
    };
    server
      .connect(transport)
      .then(() => transport.onmessage?.(request))
      .catch(reject);
  });
}

const resourceNotFound = -32_002;

/** The revisions of 2025 have a code of its own for an unknown resource; the SDK sends that of 2026-07-28 to all clients. */
export function with2025Codes(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCErrorResponse(message)) return message;
  const { code, data } = message.error;
  const invalidParams: number = ProtocolErrorCode.InvalidParams;
  const isUnknownResource = code === invalidParams && isJson(data) && Object.keys(data).join() === "uri";
  return isUnknownResource ? { ...message, error: { ...message.error, code: resourceNotFound } } : message;
}

import type { Context } from "../../context.ts";
import { accepts } from "../../kernel/accepts.ts";
import { tooLarge, upstream, validation } from "../../kernel/errors.ts";
import { OutboundError, type OutboundResponse, type OutboundRequest } from "../../net/outbound.ts";

const timeoutMs = 20_000;

type DownloadRequest = {
  url: string;
  /** The request field with the URL; absent if the service chose the URL. */
  field?: string;
  /** The external service named in the error. */
  service: string;
  maxBytes: number;
  headers?: Readonly<Record<string, string>>;
};

/** Downloads a URL, or throws the matching API error. */
export async function downloadUrl(ctx: Context, request: DownloadRequest): Promise<Buffer> {
  const { status, body } = await requestUpstream(ctx, request);
  if (status !== 200) throw upstream(request.service, upstreamReason(status));
  return body;
}

export const upstreamReason = (status: number): string => {
  if (status === 429) return "rate_limited";
  return status >= 300 && status < 400 ? "redirect" : "status";
};

/**
 * Fetches a URL. A failure is a validation error if the caller chose the URL, otherwise an error of the external
 * service.
 */
export async function requestUpstream(
  { outbound }: Context,
  { url, field, service, maxBytes, headers = {} }: DownloadRequest,
): Promise<OutboundResponse> {
  const request: OutboundRequest = { url, headers, timeoutMs, maxBytes };
  try {
    return await outbound.send(request);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const isSendersMistake = error.reason === "url" || error.reason === "address";
    if (field !== undefined && isSendersMistake)
      throw validation(field, { reason: error.reason, ...accepts.publicAddress });
    if (field !== undefined && error.reason === "size") throw tooLarge();
    throw upstream(service, error.reason);
  }
}

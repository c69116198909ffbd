import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPrivateAddress, isPublicAddress } from "./addresses.ts";
import { createHostResolver, type HostResolver } from "./host-resolver.ts";

/**
 * HTTP calls to URLs chosen by users (SSRF protection). A name is resolved once, all its addresses must be public,
 * the connection uses exactly these and its peer is checked again. Redirects are not followed.
 */
export type OutboundRequest = {
  readonly url: string;
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The time limit runs from DNS resolution to the last byte of the response. */
  readonly timeoutMs: number;
  /** A longer response is an error. */
  readonly maxBytes: number;
  /** Only the status matters: the response ends with its headers. */
  readonly isBodyIgnored?: boolean;
};

export type OutboundResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export type OutboundReason = "url" | "address" | "dns" | "connection" | "timeout" | "size";

export class OutboundError extends Error {
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, options?: ErrorOptions) {
    super(`the call failed: ${reason}`, options);
    this.name = "OutboundError";
    this.reason = reason;
  }
}

/** A response whose body is read while it arrives; reading ends with an error at the limits of the request. */
export type OutboundStream = {
  status: number;
  headers: IncomingHttpHeaders;
  body: AsyncIterable<Uint8Array>;
  /** Ends the connection without reading the rest. */
  close(): void;
};

export type Outbound = {
  send(request: OutboundRequest): Promise<OutboundResponse>;
  open(request: OutboundRequest): Promise<OutboundStream>;
  /** Why a call of this URL would be refused now; undefined also for a name that does not resolve. */
  check(url: string): Promise<"url" | "address" | undefined>;
};

export type OutboundOptions = {
  /** Loopback and private networks too, for tests and development. */
  readonly allowPrivate: boolean;
  readonly resolve?: (hostname: string) => Promise<string[]>;
};

/** A registration waits no longer for a slow name server. */
const checkTimeoutMs = 5000;

const isAllowedBy =
  (allowPrivate: boolean) =>
  (address: string): boolean =>
    isPublicAddress(address) || (allowPrivate && isPrivateAddress(address));

/** The addresses that a connection to a host chosen by a user may use, and no other. Throws `OutboundError`. */
export type HostGuard = (host: string) => Promise<readonly string[]>;

/** For protocols other than HTTP: the connection must be to one of these addresses, so that DNS rebinding is impossible. */
export function createHostGuard({
  allowPrivate,
  resolve,
}: {
  readonly allowPrivate: boolean;
  readonly resolve: HostResolver;
}): HostGuard {
  const isAllowed = isAllowedBy(allowPrivate);
  return async (host) => {
    const addresses = isIP(host) === 0 ? await resolveHost(resolve, host) : [host];
    // One private address rejects the name.
    if (!addresses.every(isAllowed)) throw new OutboundError("address");
    return addresses;
  };
}

export function createOutbound({ allowPrivate, resolve = createHostResolver([]) }: OutboundOptions): Outbound {
  const isAllowed = isAllowedBy(allowPrivate);
  const guard = createHostGuard({ allowPrivate, resolve });
  const resolveTarget = ({ hostname }: URL, signal: AbortSignal): Promise<readonly string[]> =>
    rejectOnTimeout(signal, guard(hostname.replace(/^\[|\]$/g, "")));
  const open = async (request: OutboundRequest): Promise<OutboundStream> => {
    const url = parseUrl(request.url);
    const signal = AbortSignal.timeout(request.timeoutMs);
    return exchange({ url, request, signal, addresses: await resolveTarget(url, signal), isAllowed });
  };
  return {
    open,
    check: async (url) => {
      try {
        await resolveTarget(parseUrl(url), AbortSignal.timeout(checkTimeoutMs));
        return undefined;
      } catch (error) {
        const reason = error instanceof OutboundError ? error.reason : undefined;
        return reason === "url" || reason === "address" ? reason : undefined;
      }
    },
    send: async (request) => {
      const answer = await open(request);
      const { status, headers, body } = answer;
      const chunks: Uint8Array[] = [];
      if (request.isBodyIgnored === true) answer.close();
      else for await (const chunk of body) chunks.push(chunk);
      return { status, headers, body: Buffer.concat(chunks) };
    },
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new OutboundError("url");
  }
  return url;
}

async function resolveHost(resolve: (hostname: string) => Promise<string[]>, host: string): Promise<string[]> {
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new OutboundError("dns", { cause });
  });
  if (addresses.length === 0) throw new OutboundError("dns");
  return addresses;
}

function rejectOnTimeout<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = withResolvers<never>();
  signal.addEventListener("abort", () => reject(new OutboundError("timeout")), { once: true });
  return Promise.race([work, promise]);
}

/**
 * Connects only to the checked addresses, so that DNS rebinding is impossible. Answers in a later turn of the event loop, as
 * `dns.lookup` does: an address that fails at once would otherwise report its error before the request listens to the
 * socket, and an error without a listener ends the process.
 */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: "", family: 0 }] = found;
  return (_hostname, options, callback) =>
    void setImmediate(() =>
      options.all === true ? callback(null, found) : callback(null, first.address, first.family),
    );
}

type Exchange = {
  url: URL;
  request: OutboundRequest;
  signal: AbortSignal;
  addresses: readonly string[];
  isAllowed: (address: string) => boolean;
};

function exchange({ url, request, signal, addresses, isAllowed }: Exchange): Promise<OutboundStream> {
  const { promise, resolve, reject } = withResolvers<OutboundStream>();
  const fail = (error: unknown) => reject(explain(error, signal));
  const call = (url.protocol === "https:" ? https : http).request(url, {
    method: request.method ?? "GET",
    headers: { "User-Agent": "Postrider/1", ...toLengthHeader(request.body), ...request.headers },
    // No connection reuse: a pooled one may have been checked under other rules.
    agent: false,
    lookup: pinnedLookup(addresses),
    signal,
  });
  call.on("socket", (socket) => {
    socket.once("connect", () => {
      if (!isAllowed(socket.remoteAddress ?? "")) call.destroy(new OutboundError("address"));
    });
  });
  call.on("response", (answer) => {
    const body = limitedBody(answer, { maxBytes: request.maxBytes, signal });
    const close = () => void call.destroy();
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, close });
  });
  call.on("error", fail);
  // An answer that switches protocols ends the call without an error.
  call.on("close", () => fail(new Error("closed without an answer")));
  // The text is passed as bytes: Node writes headers and a text as one UTF-8 string, which encodes headers twice.
  call.end(typeof request.body === "string" ? Buffer.from(request.body) : request.body);
  return promise;
}

const toLengthHeader = (body: string | Uint8Array | undefined): Record<string, string> =>
  body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };

async function* limitedBody(
  answer: IncomingMessage,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  try {
    if (Number(answer.headers["content-length"] ?? 0) > maxBytes) throw new OutboundError("size");
    let size = 0;
    for await (const chunk of answer) {
      if (!(chunk instanceof Uint8Array)) continue;
      size += chunk.length;
      if (size > maxBytes) throw new OutboundError("size");
      yield chunk;
    }
  } catch (error) {
    throw explain(error, signal);
  } finally {
    answer.destroy();
  }
}

function explain(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  return new OutboundError(signal.aborted ? "timeout" : "connection", { cause: error });
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((onDone, onError) => {
    resolve = onDone;
    reject = onError;
  });
  return { promise, resolve, reject };
}

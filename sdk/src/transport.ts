import { Download, isFile } from "./download.ts";
import { failureOf, PostriderError, unreachable } from "./errors.ts";
import { searchOf } from "./search.ts";

export type ClientOptions = {
  /** Address of the service, such as `https://mail.example.com`. */
  readonly baseUrl: string;
  /** Id of the company. */
  readonly tenant: string;
  /** `pst_…`; or else a signed-in browser's session. */
  readonly apiKey?: string;
  /** The session's `csrfToken`, for a page that the service itself serves. */
  readonly csrfToken?: string;
  /** How often a request is repeated after a failure; 3 by default. */
  readonly maxRetries?: number;
  /** A longer `Retry-After` is not waited for; 60 seconds by default. */
  readonly maxWaitMs?: number;
  readonly fetch?: typeof globalThis.fetch;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** The idempotency key of a POST; random by default. The same key with the same body within 24 hours repeats the first response. */
  readonly idempotencyKey?: string;
};

export type Call = {
  readonly method: string;
  /** Relative to the company, or absolute. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** A POST that takes the header `Idempotency-Key`. */
  readonly takesKey?: true;
};

/** A file and the text fields beside it. */
export type FileUpload = { readonly file: Blob; readonly fileName?: string };

/** Sends the calls of the generated methods; results have the types that the description promises. */
export type Sender = {
  json<Result>(call: Call, options?: CallOptions): Promise<Result>;
  file(call: Call, options?: CallOptions): Promise<Download>;
  jsonOrFile<Result>(call: Call, options?: CallOptions): Promise<Result | Download>;
  done(call: Call, options?: CallOptions): Promise<void>;
};

export function createSender(options: ClientOptions): Sender {
  const send = (call: Call, callOptions: CallOptions = {}) => sendRepeatedly(options, call, callOptions);
  return {
    json: async (call, callOptions) => jsonOf(await send(call, callOptions)),
    file: async (call, callOptions) => new Download(await send(call, callOptions)),
    jsonOrFile: async (call, callOptions) => {
      const response = await send(call, callOptions);
      return isFile(response) ? new Download(response) : jsonOf(response);
    },
    done: async (call, callOptions) => {
      const response = await send(call, callOptions);
      await response.body?.cancel();
    },
  };
}

const jsonOf = (response: Response) => (response.status === 204 ? undefined : response.json());

const firstDelayMs = 500;

async function sendRepeatedly(options: ClientOptions, call: Call, callOptions: CallOptions): Promise<Response> {
  const { maxRetries = 3, maxWaitMs = 60_000, fetch = globalThis.fetch } = options;
  const request = requestOf(call, options, callOptions);
  for (let attempt = 0; ; attempt += 1) {
    const { response, cause } = await attemptOf(fetch, request, callOptions.signal);
    if (response?.ok === true) return response;
    const error = new PostriderError(response === undefined ? unreachable : await failureOf(response), { cause });
    const waitMs = delayOf(response, attempt);
    const isAgain = isRepeatable(error, request) || (attempt > 0 && isInProgress(error));
    if (!isAgain || attempt >= maxRetries || waitMs > maxWaitMs) throw error;
    await wait(waitMs, callOptions.signal);
  }
}

type Outcome = { readonly response?: Response; readonly cause?: unknown };

async function attemptOf(
  fetch: typeof globalThis.fetch,
  { url, init }: Request,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  try {
    return { response: await fetch(url, { ...init, signal: signal ?? null }) };
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    return { cause };
  }
}

/** What was refused for its rate was not begun; other failures are repeated where a second time does no harm. */
function isRepeatable({ status, code }: PostriderError, { init: { method, headers } }: Request): boolean {
  if (status === 429) return true;
  const isHarmless = method === "GET" || method === "PUT" || method === "DELETE" || headers.has(keyHeader);
  return isHarmless && (code === "network" || status >= 502);
}

/** The first attempt of the same key is still running. */
const isInProgress = ({ code, message }: PostriderError): boolean => code === "conflict" && message === "in_progress";

function delayOf(response: Response | undefined, attempt: number): number {
  const seconds = Number(response?.headers.get("retry-after") ?? Number.NaN);
  if (Number.isFinite(seconds)) return seconds * 1000;
  return firstDelayMs * 2 ** attempt * (0.5 + Math.random() / 2);
}

const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted === true) stop();
  });

const keyHeader = "Idempotency-Key";

type Request = {
  readonly url: string;
  readonly init: RequestInit & { readonly method: string; readonly headers: Headers };
};

/** The service keeps no keys of uploads. */
function requestOf(call: Call, options: ClientOptions, { idempotencyKey }: CallOptions): Request {
  const { method, path, query = {}, body, takesKey } = call;
  const search = searchOf(query);
  const place = path.startsWith("/api/") ? path : `/api/v1/tenants/${encodeURIComponent(options.tenant)}${path}`;
  const form = formOf(body);
  const headers = new Headers({ Accept: "application/json" });
  if (options.apiKey !== undefined) headers.set("Authorization", `Bearer ${options.apiKey}`);
  if (options.csrfToken !== undefined && method !== "GET") headers.set("X-CSRF-Token", options.csrfToken);
  if (takesKey === true && form === undefined) {
    headers.set(keyHeader, idempotencyKey ?? globalThis.crypto.randomUUID());
  }
  if (body !== undefined && form === undefined) headers.set("Content-Type", "application/json");
  return {
    url: `${options.baseUrl.replace(/\/+$/, "")}${place}${search === "" ? "" : `?${search}`}`,
    init: {
      method,
      headers,
      ...(options.apiKey === undefined ? { credentials: "include" as const } : {}),
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
    },
  };
}

/** The service reads the fields before the file. */
function formOf(body: unknown): FormData | undefined {
  if (typeof body !== "object" || body === null || !("file" in body) || !(body.file instanceof Blob)) return undefined;
  const { file, fileName, ...fields }: { file: Blob; fileName?: unknown } = { ...body, file: body.file };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  form.set("file", file, typeof fileName === "string" ? fileName : "file");
  return form;
}

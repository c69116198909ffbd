import type { Error as ErrorBody } from "./generated/types.ts";

export type ErrorCode = ErrorBody["error"]["code"] | "network";

export type Failure = {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
};

/** A request that did not succeed. `network` means that no response came. */
export class PostriderError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly params: Failure["params"];
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;

  /** `message` is a machine word: the invalid field, the missing object or the reason. */
  constructor({ status, code, message, params, requestId }: Failure, options?: ErrorOptions) {
    super(message, options);
    this.name = "PostriderError";
    this.status = status;
    this.code = code;
    this.params = params;
    this.requestId = requestId;
  }
}

/** Reads a response that is not a success. */
export async function failureOf(response: Response): Promise<Failure> {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const body = await response.json().catch(() => undefined);
  const { code = "server", message = "unexpected", params = {} } = body?.error ?? {};
  return { status: response.status, code, message, params, requestId };
}

export const unreachable: Failure = {
  status: 0,
  code: "network",
  message: "unreachable",
  params: {},
  requestId: undefined,
};

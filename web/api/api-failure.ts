import type { ErrorCode } from "../../src/kernel/errors.ts";
import type { DeclaredError } from "./operations.ts";

type Refusal = {
  readonly status: number;
  readonly code: ErrorCode | "network";
  /** The machine word: a field path for `validation`, a reason otherwise. */
  readonly word: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
};

/** A request that did not succeed; `network` means that no answer came. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: Refusal["code"];
  readonly word: string;
  readonly params: Refusal["params"];
  readonly requestId: string | undefined;

  constructor({ status, code, word, params, requestId }: Refusal) {
    super(`${code} ${word}`);
    this.name = "ApiFailure";
    this.status = status;
    this.code = code;
    this.word = word;
    this.params = params;
    this.requestId = requestId;
  }

  /** Whether this is the declared error, such as `conflict version`. */
  is(declared: DeclaredError): boolean {
    return this.message === declared;
  }

  /** The field that the server rejected, as a path of the body: `definition.0.value`. */
  get field(): string | undefined {
    return this.code === "validation" ? this.word : undefined;
  }
}

export const asFailure = (error: unknown): ApiFailure =>
  error instanceof ApiFailure
    ? error
    : new ApiFailure({ status: 0, code: "network", word: "unreachable", params: {}, requestId: undefined });

/** Reads the body of an answer that is not a success. */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const body = await response.json().catch(() => undefined);
  const { code = "server", message = "unexpected", params = {} } = body?.error ?? {};
  return new ApiFailure({ status: response.status, code, word: message, params, requestId });
}

import { failureOf, unreachable, type Failure } from "../../sdk/src/errors.ts";
import type { DeclaredError } from "./operations.ts";

/** The machine word: a field path for `validation`, a reason otherwise. */
type Rejection = Omit<Failure, "message"> & { readonly word: string };

/** A request that did not succeed; `network` means that no answer came. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: Rejection["code"];
  readonly word: string;
  readonly params: Rejection["params"];
  readonly requestId: string | undefined;

  constructor({ status, code, word, params, requestId }: Rejection) {
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
  error instanceof ApiFailure ? error : new ApiFailure({ ...unreachable, word: unreachable.message });

/** Reads an answer that is not a success. */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const { message, ...failure } = await failureOf(response);
  return new ApiFailure({ ...failure, word: message });
}

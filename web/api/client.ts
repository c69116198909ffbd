import { searchOf } from "../../sdk/src/search.ts";
import { ApiFailure, asFailure, readFailure } from "./api-failure.ts";
import type { InputArguments, OperationName, OutputOf } from "./operations.ts";

type Connection = {
  tenant: string;
  csrfToken: string;
  onSignedOut: () => void;
  /** Asks the person to prove who they are; false if they do not. */
  confirmIdentity: () => Promise<boolean>;
};

/** One page load works for one company; `connect` is called before anything is shown. */
const connection: Connection = {
  tenant: "",
  csrfToken: "",
  onSignedOut: () => {},
  confirmIdentity: async () => false,
};

export function connect(settings: Partial<Connection>): void {
  Object.assign(connection, settings);
}

export const currentTenant = (): string => connection.tenant;

/** The parts of an input as the wire sees them, for any operation. */
export type AnyInput = {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly form?: FormData | undefined;
};

export type CallOptions = { readonly signal?: AbortSignal };

/** Calls an operation of the API: `call("GET /contacts/{id}", { params: { id } })`. Throws `ApiFailure`. */
export function call<Name extends OperationName>(
  operation: Name,
  ...[input]: InputArguments<Name>
): Promise<OutputOf<Name>> {
  return send(operation, input ?? {});
}

/** An operation that needs a fresh proof of identity is repeated once the person gave it. */
export async function send<Output>(operation: string, input: AnyInput, options: CallOptions = {}): Promise<Output> {
  try {
    return await sendOnce(operation, input, options);
  } catch (error) {
    const isAsked = error instanceof ApiFailure && error.is("forbidden reauthenticate");
    if (!isAsked || !(await confirmIdentity())) throw error;
    return sendOnce(operation, input, options);
  }
}

let question: Promise<boolean> | undefined;

/** Calls at the same time ask once. */
function confirmIdentity(): Promise<boolean> {
  question ??= connection.confirmIdentity().finally(() => {
    question = undefined;
  });
  return question;
}

async function sendOnce<Output>(operation: string, input: AnyInput, options: CallOptions): Promise<Output> {
  const { method, url } = toAddress(operation, input, connection.tenant);
  const response = await fetch(url, toRequest(method, input, options)).catch((error: unknown) => {
    if (options.signal?.aborted === true) throw error;
    throw asFailure(error);
  });
  if (!response.ok) {
    const failure = await readFailure(response);
    if (failure.code === "unauthorized" && operation !== "POST /api/v1/session") connection.onSignedOut();
    throw failure;
  }
  if (response.status === 204) return noBody();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  return isJson ? response.json() : noBody();
}

/** For answers without a body the output type is `undefined`. */
const noBody = async () => JSON.parse("null") ?? undefined;

function toRequest(method: string, { body, form }: AnyInput, { signal }: CallOptions): RequestInit {
  const headers = new Headers({ Accept: "application/json" });
  if (method !== "GET") headers.set("X-CSRF-Token", connection.csrfToken);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  return {
    method,
    headers,
    credentials: "same-origin",
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
    signal: signal ?? null,
  };
}

/** Paths are relative to the company unless they start with `/api/`. */
export function toAddress(operation: string, input: AnyInput, tenant: string): { method: string; url: string } {
  const [method = "GET", path = ""] = operation.split(" ");
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ""));
  const base = filled.startsWith("/api/") ? filled : `/api/v1/tenants/${tenant}${filled}`;
  const search = searchOf(input.query ?? {});
  return { method, url: search === "" ? base : `${base}?${search}` };
}

/** The address of a file that the browser downloads by itself, such as an export. */
export const downloadUrl = <Name extends OperationName>(operation: Name, ...[input]: InputArguments<Name>): string =>
  toAddress(operation, input ?? {}, connection.tenant).url;

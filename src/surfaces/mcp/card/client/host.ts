/// <reference lib="dom" />

export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const objectIn = (value: unknown): Json => (isJson(value) ? value : {});

export const toText = (value: unknown): string => (typeof value === "string" ? value : "");

type Waiting = { readonly resolve: (result: Json) => void; readonly reject: (error: Error) => void };

const waiting = new Map<number, Waiting>();
let lastId = 0;

const post = (message: object): void => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

/** A request to the client that shows the card; it passes calls of tools on to the server. */
export async function request(method: string, params: object): Promise<Json> {
  const id = (lastId += 1);
  const answered = new Promise<Json>((resolve, reject) => waiting.set(id, { resolve, reject }));
  post({ id, method, params });
  return answered;
}

export const notify = (method: string, params: object = {}): void => post({ method, params });

/** Only the client itself is listened to: frames inside the card are not. */
export function listen(handlers: Readonly<Record<string, (params: Json) => void>>): void {
  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || !isJson(data) || data["jsonrpc"] !== "2.0") return;
    const { id, method } = data;
    if (typeof method === "string") {
      handlers[method]?.(objectIn(data["params"]));
      // The client waits for an answer before it removes the card.
      if (id !== undefined) post({ id, result: {} });
      return;
    }
    const call = typeof id === "number" ? waiting.get(id) : undefined;
    if (call === undefined || typeof id !== "number") return;
    waiting.delete(id);
    const { message } = objectIn(data["error"]);
    if (isJson(data["result"])) call.resolve(data["result"]);
    else call.reject(new Error(typeof message === "string" ? message : "the client refused the call"));
  });
}

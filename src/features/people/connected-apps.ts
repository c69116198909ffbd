import { notFound } from "../../kernel/errors.ts";

/** Applications connect by OAuth, which the service does not have yet: nothing can be connected. */
export async function list() {
  return { items: [] };
}

export async function disconnect(): Promise<void> {
  throw notFound("connected_app");
}

import { notFound } from "../../kernel/errors.ts";

/** Applications connect by OAuth, which the service does not have yet: nothing can be connected. */
export async function listConnectedApps() {
  return { items: [] };
}

export async function disconnectApp(): Promise<void> {
  throw notFound("connected_app");
}

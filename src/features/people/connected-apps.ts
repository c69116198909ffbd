import { notFound } from "../../kernel/errors.ts";

/** Apps connect by OAuth, which is not implemented yet, so the list is empty. */
export async function listConnectedApps() {
  return { items: [] };
}

export async function disconnectApp(): Promise<void> {
  throw notFound("connected_app");
}

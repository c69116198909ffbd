import { notFound } from "../../kernel/errors.ts";

/** Apps connect by OAuth; the service has no OAuth server, so there are none. */
export async function listConnectedApps() {
  return { items: [] };
}

export async function disconnectApp(): Promise<void> {
  throw notFound("connected_app");
}

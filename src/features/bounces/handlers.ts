import { sendingHookHandlers } from "./hooks/handlers.ts";

export const handlers = { hooks: sendingHookHandlers };

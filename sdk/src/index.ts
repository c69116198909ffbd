import { createGroups } from "./generated/operations.ts";
import { createSender, type ClientOptions } from "./transport.ts";

export { Download } from "./download.ts";
export { PostriderError, type ErrorCode } from "./errors.ts";
export type * from "./generated/types.ts";
export { everyItem, type Page } from "./pages.ts";
export type { CallOptions, ClientOptions, FileUpload } from "./transport.ts";

export type Postrider = ReturnType<typeof createGroups>;

/** A client of one company: `postrider.contacts.create({ … })`. */
export const createClient = (options: ClientOptions): Postrider => createGroups(createSender(options));

import type { Context } from "../../context.ts";
import type { MessageSource } from "../../message-source.ts";
import type { ClaimedBatch, DueSource } from "./batches.queries.ts";

/** A batch that this process claimed, with what sending it needs. */
export type ClaimedWork = Pick<DueSource, "hasConnections"> & {
  readonly ctx: Context;
  readonly source: MessageSource;
  readonly batch: ClaimedBatch;
};

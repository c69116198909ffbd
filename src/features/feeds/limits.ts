import type { FeedErrorCode } from "./shapes.ts";

/** Bytes of a download or an upload, and of what it unpacks to. */
export const maxFeedBytes = 100 * 1024 * 1024;

export const downloadTimeoutMs = 60_000;

export const maxRedirects = 5;

/** Characters of a description that are kept. */
export const maxDescription = 5000;

/** The feed cannot be read: nothing of it is stored. */
export class FeedError extends Error {
  readonly code: FeedErrorCode;
  constructor(code: FeedErrorCode, options?: ErrorOptions) {
    super(`the feed cannot be read: ${code}`, options);
    this.name = "FeedError";
    this.code = code;
  }
}

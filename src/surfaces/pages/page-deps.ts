import type { Context, Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import type { ClickTokens } from "../../features/web-tracking/visits/click-tokens.ts";
import type { PublicToken } from "../../kernel/public-token.ts";
import type { Log } from "../../log/log.ts";

/** Renders the HTML of a message as it was sent to this contact; undefined when it does not know the message. */
export type FindMessageHtml = (
  ctx: Context,
  message: Pick<PublicToken, "contactId" | "campaignId" | "messageId">,
) => Promise<string | undefined>;

export type PublicPageDeps = {
  readonly db: SystemDb;
  readonly services: Services;
  readonly publicUrls: readonly string[];
  readonly log: Log;
  /** Each sending feature renders its own messages. */
  readonly messages: readonly FindMessageHtml[];
  /** Marks the links to shops that are shown to a person who confirmed. */
  readonly clickTokens: ClickTokens;
};

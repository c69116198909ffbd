import type { Context } from "../../context.ts";
import type { MessageKey } from "../../features/bounces/service.ts";
import { unsubscribeByOneClick } from "../../features/pages/preferences/service.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { MailClassification } from "../../mail/inbound/classify.ts";

/**
 * Unsubscribes the recipient of the message from everything, as the button of the mail program does (RFC 2369). Bounces,
 * complaints and automatic replies were not written to unsubscribe. Returns whether the mail was taken for a request.
 */
export async function unsubscribeByMail(
  ctx: Context,
  { campaignId, contactId }: MessageKey,
  classification: MailClassification,
): Promise<boolean> {
  if (classification.kind !== "ignored" || classification.reason !== "unknown") return false;
  try {
    await unsubscribeByOneClick(ctx, { contactId, campaignId, listId: null, messageId: null });
    return true;
  } catch (error) {
    // The contact was deleted: nothing is sent to it any more.
    if (error instanceof ApiError && error.code === "not_found") return false;
    throw error;
  }
}

import { firstHeader, parseHeaders, decodedText, walkParts, type MailHeaders, type MimePart } from "./mime-part.ts";

export const isFeedbackReport = ({ type }: MimePart): boolean => type === "message/feedback-report";

/** What a report of a mailbox provider (RFC 5965) says it is of: `abuse` is a person's button. */
export function feedbackTypeOf(mail: MimePart): string | undefined {
  const report = [...walkParts(mail)].find(isFeedbackReport);
  if (report === undefined) return undefined;
  return (firstHeader(parseHeaders(decodedText(report)), "feedback-type") ?? "abuse").toLowerCase();
}

/** Reports that no person made, or that say the opposite. */
export const isNoComplaint = (feedbackType: string): boolean =>
  ["not-spam", "auth-failure", "dmarc", "dkim", "virus"].includes(feedbackType);

/** Texts in which the message may be named; who reads them asks which one is genuine. */
export type MessageReferences = { readonly messageIds: readonly string[]; readonly links: readonly string[] };

const returnedTypes = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/;

export const hasReturnedMessage = (mail: MimePart): boolean =>
  [...walkParts(mail)].some(({ type }) => returnedTypes.test(type));

/** From the returned message, whole or its headers only, and from what the report repeats of it. */
export function messageReferencesIn(mail: MimePart): MessageReferences {
  const headers = [...walkParts(mail)].flatMap((part): MailHeaders => {
    if (returnedTypes.test(part.type)) {
      return parseHeaders(returnedHead(part));
    }
    return isFeedbackReport(part) ? parseHeaders(decodedText(part)) : [];
  });
  const valuesOf = (...names: readonly string[]) =>
    headers.filter(({ name }) => names.includes(name)).map(({ value }) => value.slice(0, 2000));
  const ids = valuesOf("message-id", "x-original-message-id", "return-path", "original-mail-from", "x-pm-message-id");
  return {
    messageIds: ids.flatMap((value) => value.match(/[^\s<>,;]+/g) ?? []).slice(0, 20),
    links: valuesOf("list-unsubscribe")
      .flatMap((value) => value.match(/https?:\/\/[^\s<>,]+/g) ?? [])
      .slice(0, 20),
  };
}

function returnedHead(part: MimePart): string {
  const text = decodedText(part, 100_000);
  const end = text.search(/\r?\n\r?\n/);
  return end === -1 ? text : text.slice(0, end);
}

import { firstHeader, parseHeaders, decodedText, walkParts, type MailHeaders, type MimePart } from "./mime-part.ts";

export const isFeedbackReport = ({ type }: MimePart): boolean => type === "message/feedback-report";

/** The feedback type of a provider's report (RFC 5965): `abuse` means that a person pressed the spam button. */
export function feedbackTypeOf(mail: MimePart): string | undefined {
  const report = [...walkParts(mail)].find(isFeedbackReport);
  if (report === undefined) return undefined;
  return (firstHeader(parseHeaders(decodedText(report)), "feedback-type") ?? "abuse").toLowerCase();
}

/** Feedback types that are not complaints of a person. */
export const isNoComplaint = (feedbackType: string): boolean =>
  ["not-spam", "auth-failure", "dmarc", "dkim", "virus"].includes(feedbackType);

/** Texts that may contain the id of the message; the caller verifies which one is genuine. */
export type MessageReferences = { readonly messageIds: readonly string[]; readonly links: readonly string[] };

const returnedTypes = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/;

export const hasReturnedMessage = (mail: MimePart): boolean =>
  [...walkParts(mail)].some(({ type }) => returnedTypes.test(type));

/** Reads the returned message, complete or headers only, and the fields of the report that repeat it. */
export function messageReferencesIn(mail: MimePart): MessageReferences {
  const headers = [...walkParts(mail)].flatMap((part): MailHeaders => {
    if (returnedTypes.test(part.type)) {
      return parseHeaders(returnedHead(part));
    }
    return isFeedbackReport(part) ? parseHeaders(decodedText(part)) : [];
  });
  const findValues = (...names: readonly string[]) =>
    headers.filter(({ name }) => names.includes(name)).map(({ value }) => value.slice(0, 2000));
  const ids = findValues("message-id", "x-original-message-id", "return-path", "original-mail-from", "x-pm-message-id");
  return {
    messageIds: ids.flatMap((value) => value.match(/[^\s<>,;]+/g) ?? []).slice(0, 20),
    links: findValues("list-unsubscribe")
      .flatMap((value) => value.match(/https?:\/\/[^\s<>,]+/g) ?? [])
      .slice(0, 20),
  };
}

function returnedHead(part: MimePart): string {
  const text = decodedText(part, 100_000);
  const end = text.search(/\r?\n\r?\n/);
  return end === -1 ? text : text.slice(0, end);
}

import { fold } from "../../kernel/text.ts";
import { isFromMailer, subjectOf } from "./auto-reply.ts";
import { firstHeader, decodedText, walkParts, type MimePart } from "./mime-part.ts";

/** The text about the failure: everything before the copy of our own message. */
export function reportText(mail: MimePart): string {
  const parts = [...walkParts(mail)].filter(
    ({ type, parts: inner }) => inner.length === 0 && /^text\/(plain|html)$/.test(type),
  );
  // A multipart without parts is read as text.
  const whole = mail.type.startsWith("multipart/") && mail.parts.length === 0 ? mail : undefined;
  const plain = parts.find(({ type }) => type === "text/plain") ?? parts[0] ?? whole;
  if (plain === undefined) return "";
  const text = decodedText(plain, 50_000);
  return beforeCopy(plain.type === "text/html" ? withoutTags(text) : text).slice(0, 8000);
}

const withoutTags = (html: string): string =>
  withoutHidden(html)
    .replaceAll(/<br\s*\/?>|<\/(p|div|tr|li|h\d)>/gi, "\n")
    .replaceAll(/<[^<>]{0,2000}>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** Invisible content; an opening without an end is text. */
function withoutHidden(html: string): string {
  const tags = [...html.matchAll(/<(?:(style|script|head)\b|\/(style|script|head)>)/gi)];
  const lastEnds = new Map(tags.map(({ 2: name = "", index }) => [name.toLowerCase(), index]));
  const pieces: string[] = [];
  let start = 0;
  let hiding: string | undefined;
  for (const { 0: tag, 1: opening = "", 2: closing = "", index } of tags) {
    if (hiding === undefined && (lastEnds.get(opening.toLowerCase()) ?? 0) > index && opening !== "") {
      hiding = opening.toLowerCase();
      pieces.push(html.slice(start, index), " ");
    } else if (hiding !== undefined && closing.toLowerCase() === hiding) {
      hiding = undefined;
      start = index + tag.length;
    }
  }
  return [...pieces, html.slice(start)].join("");
}

const copyBegins = new RegExp(
  [
    "^-+ ?(below this line|this is a copy|original message|puvodni zprava|povodna sprava|returned message|unsent message|message (header|text) follows|the (header|body) of|included is a copy|begin (of )?message|forwarded message|the unsent message follows|a copy of (your|the) message|ursprungliche nachricht)",
    "^(original message( headers)?|puvodni zprava|povodna sprava|message (headers|contents?) follow|your message follows|a copy of (the|your) (original )?message|the original message (is|was) attached|received: from|return-path:|dkim-signature:|list-unsubscribe:|vase zprava:?$|kopie zpravy|kopia spravy)",
  ].join("|"),
);

function beforeCopy(text: string): string {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line, index) => index > 0 && copyBegins.test(fold(line).trim().replace(/^>+ ?/, "")));
  return (at === -1 ? lines : lines.slice(0, at)).join("\n");
}

const failureSubjects = new RegExp(
  [
    "undeliver|non[- ]?deliver|not delivered|delivery (status notification|failure|failed|has failed|problem|error|report|unsuccessful)|failure notice|failed (delivery|mail)|mail (delivery )?(failed|failure|error|system error)|returned (mail|to sender|message)|mail could not be|message (status - )?undeliverable|could not (be )?deliver|unable to deliver|rejected mail|bounced? (message|mail)|mail status report|user unknown|^bounce\\b|delivery notification",
    "nedoruc|nelze dorucit|nepodarilo (se )?dorucit|vracen[ay]|vraten[ay]|zprava (se )?nebyla dorucena|sprava nebola dorucena|chyba (pri )?doruc|selhalo doruc|zlyhanie doruc|nemohla byt dorucena",
    "unzustellbar|nicht zugestellt|zustellung fehlgeschlagen|niedostarcz|nie dostarczono|zwrot|non remis|echec de (la )?remise|no entregado|mancata consegna",
  ].join("|"),
);

/** A bounce in free text, without an RFC 3464 report. */
export function isPlainBounce(mail: MimePart, text: string): boolean {
  if (firstHeader(mail.headers, "x-failed-recipients") !== undefined) return true;
  const start = fold(text).replaceAll(/\s+/g, " ").slice(0, 1500);
  if (
    /this is the qmail-send program|did not reach the following recipient|trouble delivering your message|"notificationtype\\?":\\?"bounce|this message was created automatically by mail delivery software|i'?m afraid i wasn'?t able to deliver your message|permanent fatal errors|message that you sent could not be delivered|nemohla byt dorucena|nebylo mozne dorucit|nebolo mozne dorucit/.test(
      start,
    )
  )
    return true;
  const signs = [failureSubjects.test(subjectOf(mail)), isFromMailer(mail), hasReply(start), hasMessage(mail)];
  return signs.filter(Boolean).length >= 2;
}

const hasMessage = (mail: MimePart): boolean => [...walkParts(mail)].some(({ type }) => type === "message/rfc822");

/** Quotes a reply of a server, or says that a message could not be delivered. */
const hasReply = (start: string): boolean =>
  /\b[45]\d\d[ -]|\b[45]\.\d\.\d{1,3}\b|could not be delivered to/.test(start);

/** A delay notice: delivery continues, and another report follows if it fails. */
export function isDelayNotice(mail: MimePart, text: string): boolean {
  const subject = subjectOf(mail);
  if (
    /\b(delayed|delay|warning: (could not send|message)|still (being )?(trying|retried)|zpozden|odlozen|oneskoren|verzogert|zdrzen)/.test(
      subject,
    )
  )
    return true;
  return /this is a warning (message )?only|you do not need to resend|delivery attempts will continue|message (has not yet been|will be) (delivered|retried)|will (keep|continue) (trying|to try|to be retried)|no action is required on your part|neni treba zpravu (znovu )?posilat|server se (bude|pokusi) .{0,40}(znovu|opakovane)|pokusy o doruceni (budou )?pokrac/.test(
    fold(text).replaceAll(/\s+/g, " ").slice(0, 4000),
  );
}

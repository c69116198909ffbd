import type { Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { bookBounce, bookComplaint, type Booked } from "../../features/bounces/service.ts";
import type { Log } from "../../log.ts";
import { classifyMail, type Finding } from "../../mail/inbound/classify.ts";
import { hasReturnedMessage, namesIn } from "../../mail/inbound/complaint.ts";
import { readMail, type MailPart } from "../../mail/inbound/part.ts";
import { readReturnPath } from "../../mail/verp.ts";
import { findMessageIn, findNamedMessage, type NamedMessage } from "./named-message.ts";

export type InboundParts = {
  readonly db: SystemDb;
  readonly services: Services;
  readonly log: Log;
  /** Takes a DMARC report; false for what is none. Without it such mail is refused. */
  readonly dmarc: ((raw: Buffer) => Promise<boolean>) | undefined;
};

/** Whom mail may come for; nobody else lives here. */
export type Recipient =
  | ({ readonly kind: "message" } & NamedMessage)
  | { readonly kind: "complaints" }
  /** What comes back of test e-mails: it is taken, and nobody is changed by it. */
  | { readonly kind: "tests" }
  | { readonly kind: "dmarc"; readonly take: (raw: Buffer) => Promise<boolean> };

export async function findRecipient(parts: InboundParts, address: string): Promise<Recipient | undefined> {
  const [, local = ""] = /^(dmarc|fbl|complaints|test)(?:[+-][^@]*)?@/i.exec(address) ?? [];
  const word = local.toLowerCase();
  if (word === "dmarc") return parts.dmarc === undefined ? undefined : { kind: "dmarc", take: parts.dmarc };
  if (word === "test") return { kind: "tests" };
  if (word !== "") return { kind: "complaints" };
  const named = await findNamedMessage(parts, readReturnPath(address));
  return named === undefined ? undefined : { kind: "message", ...named };
}

/** The message is still under way in our own books: the report has to come once more. */
export class ComeAgain extends Error {
  override readonly name = "ComeAgain";
}

/** Ends when everything that the mail means is committed. Nothing is ever answered to it. */
export async function receiveMail(parts: InboundParts, recipients: readonly Recipient[], raw: Buffer): Promise<void> {
  // However many of its recipients are meant, the mail is read once.
  const report = recipients.find(({ kind }) => kind === "dmarc");
  if (report?.kind === "dmarc") {
    const isTaken = await report.take(raw);
    parts.log.debug({ isTaken }, "mail for DMARC reports");
  }
  const others = recipients.filter((recipient) => recipient.kind === "message" || recipient.kind === "complaints");
  if (others.length === 0) return;
  const mail = readMail(raw);
  const finding = classifyMail(mail);
  for (const recipient of others) {
    const named = await findMeant(parts, { recipient, mail, finding });
    const booked = named === undefined ? "ignored" : await book(named, finding);
    parts.log.debug({ tenantId: named?.ctx.db.tenantId, kind: finding.kind, booked }, "mail that came back");
    if (booked === "early") throw new ComeAgain("the message is under way");
  }
}

type Came = { recipient: Exclude<Recipient, { kind: "dmarc" | "tests" }>; mail: MailPart; finding: Finding };

/** Bounces count for the return path that they came to; complaints for the message that they show. */
async function findMeant(parts: InboundParts, { recipient, mail, finding }: Came): Promise<NamedMessage | undefined> {
  if (recipient.kind === "message") return finding.kind === "ignored" ? undefined : recipient;
  return isComplaintAt(mail, finding) ? findMessageIn(parts, namesIn(mail)) : undefined;
}

/** Some providers send the message alone to the address for complaints, without a report around it. */
const isComplaintAt = (mail: MailPart, finding: Finding): boolean =>
  finding.kind === "complaint" || (finding.kind === "ignored" && finding.why === "unknown" && hasReturnedMessage(mail));

const book = ({ ctx, key }: NamedMessage, finding: Finding): Promise<Booked> =>
  finding.kind === "bounce"
    ? bookBounce(ctx, key, { ...finding.bounce, response: finding.response, at: "later" })
    : bookComplaint(ctx, key);

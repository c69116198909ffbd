import { Type } from "typebox";
import { mailboxFailures } from "../../../mail/imap/mailbox-failure.ts";
import {
  Count,
  Email,
  Flag,
  Id,
  Name,
  named,
  NamedObject,
  NullableEmail,
  NullableOneOf,
  NullableTime,
  OneOf,
  Text,
  Time,
  withDescription,
} from "../../../kernel/schema.ts";

const securities = ["tls", "starttls", "none"] as const;
export type Security = (typeof securities)[number];
const auths = ["password", "xoauth2"] as const;
export type Auth = (typeof auths)[number];
const states = ["ok", "failing", "paused"] as const;
export type MailboxState = (typeof states)[number];

const Secret = (description: string) => Type.String({ maxLength: 4000, description: `Write only. ${description}` });

const OAuthInput = Type.Object({
  tokenUrl: withDescription(Text(1000, 1), "Where an access token is requested with the refresh token"),
  clientId: Text(500, 1),
  clientSecret: Secret("Of the registered app; empty for an app without one"),
  refreshToken: Secret("Of the account; offline access to its mailbox"),
  scope: Type.Optional(withDescription(Text(1000), "Empty: what the refresh token was granted")),
});

export const MailboxInput = NamedObject("InboundMailboxInput", {
  name: Name,
  host: withDescription(Text(253, 1), "IMAP server; public addresses only, unless the operator allows others"),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: "Default 993, or 143 without `tls`" })),
  security: Type.Optional(OneOf(securities)),
  auth: Type.Optional(OneOf(auths)),
  username: Text(320, 1),
  password: Type.Optional(Secret("For `auth` password")),
  oauth: Type.Optional(OAuthInput),
  folder: Type.Optional(withDescription(Text(500, 1), "Default INBOX")),
  address: Type.Optional(
    withDescription(
      NullableEmail,
      "The mailbox's address: bounces of the company's messages are sent there; null: as without it",
    ),
  ),
  subaddresses: Type.Optional(
    withDescription(
      Flag,
      "The server delivers `name+anything@` to `name@`: every message gets a return path of its own",
    ),
  ),
  enabled: Type.Optional(Flag),
});

export const MailboxChange = named("InboundMailboxChange", Type.Partial(MailboxInput));

export const Mailbox = NamedObject("InboundMailbox", {
  id: Id,
  name: Type.String(),
  host: Type.String(),
  port: Count,
  security: OneOf(securities),
  auth: OneOf(auths),
  username: Type.String(),
  secretSet: Flag,
  oauth: Type.Union([
    Type.Object({ tokenUrl: Type.String(), clientId: Type.String(), scope: Type.String() }),
    Type.Null(),
  ]),
  folder: Type.String(),
  address: Type.Union([Email, Type.Null()]),
  subaddresses: Flag,
  enabled: Flag,
  state: withDescription(
    OneOf(states),
    "`failing` is tried again by itself, `paused` after a change or a successful check",
  ),
  stateReason: NullableOneOf(mailboxFailures),
  lastCheckedAt: NullableTime,
  processed: Type.Object({
    mails: withDescription(Count, "All of the following"),
    bounces: Count,
    complaints: Count,
    others: withDescription(Count, "Mails without effect: replies, delays, what belongs to no message"),
  }),
  createdAt: Time,
});

export const MailboxCheck = NamedObject("InboundMailboxCheck", {
  ok: Flag,
  reason: NullableOneOf(mailboxFailures),
  messages: withDescription(Count, "Mails in the folder"),
  capabilities: withDescription(Type.Array(Type.String()), "What the server offers, such as IDLE"),
});

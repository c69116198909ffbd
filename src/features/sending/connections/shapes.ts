import { Type, type Static } from "typebox";
import {
  Count,
  Flag,
  Id,
  Items,
  Name,
  NamedObject,
  named,
  NullableInteger,
  NullableKnownText,
  NullableOneOf,
  NullableTime,
  OneOf,
  Text,
  Time,
  noControlPattern,
  webAddressPattern,
  withDescription,
} from "../../../kernel/schema.ts";
import {
  connectionAuths,
  connectionKinds,
  connectionSecurities,
  oauthProviders,
} from "../../../kernel/connection-kinds.ts";
import type { PauseReason } from "./pause-reasons.ts";

export const maxConnections = 20;
export const maxFallbacks = 5;

const limit = (maximum: number, description: string) =>
  Type.Unsafe<number | null>({ type: ["integer", "null"], minimum: 1, maximum, description });

const limits = {
  perSecond: limit(10_000, "Messages per second; null is no limit"),
  perHour: limit(10_000_000, "Messages in any 60 minutes"),
  perDay: limit(100_000_000, "Messages per day of the company"),
  connections: limit(200, "SMTP connections at once, over all workers"),
};

export const ConnectionLimits = NamedObject("ConnectionLimits", limits);

const line = (maxLength: number, description: string) => Type.String({ maxLength, ...noControlPattern, description });
const secret = (description: string) => Type.String({ minLength: 1, maxLength: 4000, description });

export const ConnectionOAuth = NamedObject("ConnectionOAuth", {
  provider: OneOf(oauthProviders),
  clientId: Type.String(),
  tokenUrl: Type.String(),
  scope: Type.String(),
});

const ConnectionOAuthInput = NamedObject("ConnectionOAuthInput", {
  provider: Type.Optional(withDescription(OneOf(oauthProviders), "microsoft and google fill in token URL and scope")),
  clientId: line(500, "Of the app that was registered with the provider"),
  clientSecret: Type.Optional(secret("Never shown again; omitted in a change, the stored one stays")),
  refreshToken: Type.Optional(secret("Never shown again; omitted in a change, the stored one stays")),
  tokenUrl: Type.Optional(Type.String({ maxLength: 1000, ...webAddressPattern })),
  scope: Type.Optional(line(1000, "Empty: what the refresh token was granted")),
});

const input = {
  name: Name,
  host: line(255, "Name or address of the server; the preset of the kind by default"),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: OneOf(connectionSecurities),
  auth: OneOf(connectionAuths),
  username: line(320, "User name of the sign-in"),
  secret: Type.Unsafe<string | null>({
    type: ["string", "null"],
    minLength: 1,
    maxLength: 4000,
    description: "Password or API token; never shown again. Omitted in a change, the stored one stays; null removes it",
  }),
  oauth: ConnectionOAuthInput,
  messageStream: line(100, "Message stream (Postmark) or configuration set (SES), sent as a header"),
  limits: Type.Partial(Type.Object(limits)),
  enabled: Flag,
  isDefault: withDescription(Type.Boolean(), "For senders and domains that name no connection"),
  fallback: Type.Array(Id, {
    maxItems: maxFallbacks,
    uniqueItems: true,
    description: "Connections that take its messages while it is paused, in this order",
  }),
};

const { name, ...optional } = input;
export const ConnectionInput = named(
  "ConnectionInput",
  Type.Object({ name, kind: OneOf(connectionKinds), ...Type.Partial(Type.Object(optional)).properties }),
);
export const ConnectionChange = named("ConnectionChange", Type.Partial(Type.Object(input)));
export type ConnectionFields = Static<typeof ConnectionChange>;

export const connectionStates = ["ok", "paused", "failing"] as const;

export const Connection = NamedObject("Connection", {
  id: Id,
  name: Type.String(),
  kind: OneOf(connectionKinds),
  host: Type.String(),
  port: Count,
  security: OneOf(connectionSecurities),
  auth: OneOf(connectionAuths),
  username: Type.String(),
  secretSet: Flag,
  oauth: Type.Unsafe<Static<typeof ConnectionOAuth> | null>({
    ...ConnectionOAuth,
    type: ["object", "null"],
    description: "Null unless auth is xoauth2",
  }),
  messageStream: Text(),
  hook: withDescription(NullableOneOf(["ses", "postmark"]), "The provider of the event hook that belongs to it"),
  limits: ConnectionLimits,
  enabled: Flag,
  isDefault: Flag,
  fallback: Type.Array(Id),
  state: withDescription(
    OneOf(connectionStates),
    "paused: it is tried again at retryAt; failing: the sign-in is refused, or several attempts failed",
  ),
  stateReason: withDescription(
    NullableKnownText<PauseReason>(),
    "Why it is not ok: sign_in_refused, token_refused, busy, unreachable, host_not_found, address_not_allowed, tls, plain_text, rejected",
  ),
  stateCode: withDescription(NullableKnownText<string>(), "The reply code and status of the server, such as 535 5.7.8"),
  retryAt: NullableTime,
  sentToday: withDescription(Count, "Messages that were handed to it today, in the time zone of the company"),
  checkedAt: NullableTime,
  createdAt: Time,
  updatedAt: Time,
});

export const ConnectionItems = Items(Connection);

export const ConnectionCheck = NamedObject("ConnectionCheck", {
  ok: Flag,
  failure: Type.Unsafe<{ reason: PauseReason; stage: string; code: string | null; reply: string } | null>({
    type: ["object", "null"],
    properties: {
      reason: { type: "string", description: "Like stateReason of a connection" },
      stage: { type: "string", description: "connect, greeting, ehlo, starttls or auth" },
      code: { type: ["string", "null"] },
      reply: { type: "string", description: "What the server answered, or the error of the network" },
    },
    required: ["reason", "stage", "code", "reply"],
  }),
  encrypted: withDescription(Flag, "The sign-in was encrypted"),
  startTls: Flag,
  pipelining: Flag,
  chunking: Flag,
  maxBytes: Type.Unsafe<number | null>({ ...NullableInteger, description: "SIZE; null without a limit" }),
  connection: Connection,
});

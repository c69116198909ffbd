import { Type } from "typebox";
import { roles } from "../../kernel/access.ts";
import {
  Flag,
  Id,
  NullableId,
  NullableText,
  NullableTime,
  OneOf,
  Text,
  Time,
  tokenPattern,
  NamedObject,
  named,
} from "../../kernel/schema.ts";

export const scopes = ["read", "full"] as const;

const Role = OneOf(roles);
export const Roles = Type.Array(Role, { minItems: 1, maxItems: roles.length, uniqueItems: true });

export const MemberReference = NamedObject("MemberReference", { id: Id, email: Type.String() });

/** Who acted: a signed-in member, a key of theirs, or an assistant in their name. */
export const ActorReference = NamedObject("ActorReference", {
  kind: OneOf(["member", "key", "assistant"]),
  client: Type.Unsafe<string | null>({
    ...NullableText(),
    description: "Name of the assistant's client or of the key; null for the member",
  }),
  member: MemberReference,
});

const keyProperties = {
  id: Id,
  name: Type.String(),
  hint: Type.String({ description: "First characters of the key" }),
  roles: Type.Array(Role),
  scope: OneOf(scopes),
  createdAt: Time,
  expiresAt: Time,
  lastUsedAt: NullableTime,
  createdBy: MemberReference,
  isValid: Flag,
};

export const ApiKey = NamedObject("ApiKey", keyProperties);
export const NewApiKey = NamedObject("NewApiKey", {
  ...keyProperties,
  key: Type.String({ description: "The key itself; it is never shown again" }),
});

export const Member = NamedObject("Member", {
  id: Id,
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  roles: Type.Array(Role),
  isActive: Flag,
  createdAt: Time,
  twoFactor: Flag,
});

export const Invitation = NamedObject("Invitation", {
  id: Id,
  email: Type.String(),
  roles: Type.Array(Role),
  createdAt: Time,
  expiresAt: Time,
  invitedBy: MemberReference,
});

export const Session = NamedObject("Session", {
  member: Type.Object({
    id: Id,
    email: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    language: Type.String({ description: "Of the app and of e-mails to the person" }),
    languageChosen: Type.Boolean({ description: "False while the language is the default" }),
    twoFactor: Flag,
  }),
  companies: Type.Array(
    Type.Object({
      tenant: Type.String({ description: "The company's id in paths" }),
      name: Type.String(),
      timeZone: Type.String({ description: "IANA name; days of the company are calendar days of this zone" }),
      memberId: NullableId,
      roles: Type.Array(Role),
      support: Type.Boolean({ description: "Temporary read-only access" }),
    }),
  ),
  csrfToken: Type.String({ description: "To be sent as X-CSRF-Token with every request except GET" }),
});

export const OwnSession = NamedObject("OwnSession", {
  id: Id,
  current: Type.Boolean({ description: "The session of this request" }),
  createdAt: Time,
  lastUsedAt: Type.String({ format: "date-time", description: "Exact to five minutes" }),
  device: NullableText(),
  address: NullableText(),
});

export const RecoveryCodes = NamedObject("RecoveryCodes", {
  recoveryCodes: Type.Array(Type.String(), {
    description: "Each replaces a one-time code once; they are shown only here",
  }),
});

/** 32 random bytes in a link. */
export const TokenParams = Type.Object({ token: Type.String({ ...tokenPattern }) });

/** The maximum bounds the cost of hashing. The minimum length applies to new passwords only. */
export const Password = Text(200, 1);
export const OneTimeCode = Text(20);
export const PersonName = Text(100);

export const profileLanguages = ["cs", "sk", "en"] as const;

export const ProfileChange = named(
  "ProfileChange",
  Type.Partial(Type.Object({ firstName: PersonName, lastName: PersonName, language: OneOf(profileLanguages) })),
);

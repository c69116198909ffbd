import { Type } from "typebox";
import { roles } from "../../kernel/access.ts";
import { Flag, Id, NullableId, NullableText, NullableTime, OneOf, Text, Time } from "../../kernel/schema.ts";

export const scopes = ["read", "full"] as const;

const Role = OneOf(roles);
export const Roles = Type.Array(Role, { minItems: 1, maxItems: roles.length, uniqueItems: true });

export const MemberReference = Type.Object({ id: Id, email: Type.String() });

/** Who acted: a signed-in member, a key of theirs, or an assistant in their name. */
export const ActorReference = Type.Object({
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

export const ApiKey = Type.Object(keyProperties);
export const NewApiKey = Type.Object({
  ...keyProperties,
  key: Type.String({ description: "The key itself; it is never shown again" }),
});

export const Member = Type.Object({
  id: Id,
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  roles: Type.Array(Role),
  isActive: Flag,
  createdAt: Time,
  twoFactor: Flag,
});

export const Invitation = Type.Object({
  id: Id,
  email: Type.String(),
  roles: Type.Array(Role),
  createdAt: Time,
  expiresAt: Time,
  invitedBy: MemberReference,
});

export const Session = Type.Object({
  member: Type.Object({
    id: Id,
    email: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    language: Type.String(),
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

export const OwnSession = Type.Object({
  id: Id,
  current: Type.Boolean({ description: "The session of this request" }),
  createdAt: Time,
  lastUsedAt: Type.String({ format: "date-time", description: "Exact to five minutes" }),
  device: NullableText(),
  address: NullableText(),
});

export const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), {
    description: "Each replaces a one-time code once; they are shown only here",
  }),
});

/** 32 random bytes in a link. */
export const TokenParams = Type.Object({ token: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }) });

/** The maximum bounds the cost of hashing. The minimum length applies to new passwords only. */
export const Password = Text(200, 1);
export const OneTimeCode = Text(20);
export const PersonName = Text(100);

import { Type } from "typebox";
import { Count, Id, Name, NullableId, NullableTime, OneOf, Time } from "../../kernel/schema.ts";

const MergeKey = Type.String({
  pattern: "^[A-Za-z0-9_.-]{1,100}$",
  description: "The name in e-mails: {{coupon:<mergeKey>}}",
});

export const CouponStackInput = Type.Object({
  name: Name,
  mergeKey: MergeKey,
  shopId: Type.Optional(NullableId),
  note: Type.Optional(Type.String({ maxLength: 2000 })),
});

export const CouponStack = Type.Object({
  id: Id,
  name: Type.String(),
  shopId: NullableId,
  mergeKey: Type.String(),
  note: Type.String(),
  counts: Type.Object({ free: Count, assigned: Count, used: Count }),
  createdAt: Time,
});

export const givenStatuses = ["assigned", "used"] as const;

export const Coupon = Type.Object({
  id: Id,
  code: Type.String(),
  status: OneOf(givenStatuses),
  contactId: NullableId,
  email: Type.Unsafe<string | null>({ type: ["string", "null"] }),
  assignedAt: NullableTime,
  usedAt: NullableTime,
});

export const maxCodesPerRequest = 200_000;
export const maxCodesFileBytes = 100 * 1024 * 1024;

export const CodesInput = Type.Object({
  codes: Type.Optional(
    Type.Array(Type.String({ maxLength: 500 }), {
      minItems: 1,
      maxItems: maxCodesPerRequest,
      description: "Codes of 1 to 100 characters without spaces, unique in the stack ignoring case",
    }),
  ),
  text: Type.Optional(Type.String({ description: "Codes separated by lines, commas, semicolons or tabs" })),
});

export const CodesAnswer = Type.Object({
  counts: Type.Object({ added: Count, duplicates: Count, invalid: Count }),
  stack: CouponStack,
});

export const UsedInput = Type.Object({
  text: Type.String({ description: "Codes separated by lines, commas, semicolons or tabs" }),
});

export const UsedAnswer = Type.Object({ marked: Count, already: Count, unknown: Count, stack: CouponStack });

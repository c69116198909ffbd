import { Type } from "typebox";
import {
  Count,
  Id,
  Name,
  NullableId,
  NullableTime,
  OneOf,
  Time,
  mergeKeyPattern,
  NamedObject,
} from "../../kernel/schema.ts";

const MergeKey = Type.String({
  ...mergeKeyPattern,
  description: "The name in e-mails: {{coupon:<mergeKey>}}",
});

export const CouponStackInput = NamedObject("CouponStackInput", {
  name: Name,
  mergeKey: MergeKey,
  shopId: Type.Optional(NullableId),
  note: Type.Optional(Type.String({ maxLength: 2000 })),
});

export const CouponStack = NamedObject("CouponStack", {
  id: Id,
  name: Type.String(),
  shopId: NullableId,
  mergeKey: Type.String(),
  note: Type.String(),
  counts: Type.Object({ free: Count, assigned: Count, used: Count }),
  createdAt: Time,
});

export const givenStatuses = ["assigned", "used"] as const;

export const Coupon = NamedObject("Coupon", {
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

export const CodesInput = NamedObject("CouponCodesInput", {
  codes: Type.Optional(
    Type.Array(Type.String({ maxLength: 500 }), {
      minItems: 1,
      maxItems: maxCodesPerRequest,
      description: "Codes of 1 to 100 characters without spaces, unique in the stack ignoring case",
    }),
  ),
  text: Type.Optional(Type.String({ description: "Codes separated by lines, commas, semicolons or tabs" })),
});

export const CodesAnswer = NamedObject("CouponCodesAnswer", {
  counts: Type.Object({ added: Count, duplicates: Count, invalid: Count }),
  stack: CouponStack,
});

export const UsedInput = NamedObject("UsedCouponsInput", {
  text: Type.String({ description: "Codes separated by lines, commas, semicolons or tabs" }),
});

export const UsedAnswer = NamedObject("UsedCouponsAnswer", {
  marked: Count,
  already: Count,
  unknown: Count,
  stack: CouponStack,
});

import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { Day, Id, OneOf, Page, pageQuery } from "../../kernel/schema.ts";
import * as shapes from "./shapes.ts";

const stackPath = "/coupon-stacks/{stack_id}";
const missing = "not_found coupon_stack";

export const stackSorts = ["id", "name", "createdAt"] as const;

export const couponRoutes = defineRoutes("Coupons", "settings", {
  listCouponStacks: {
    method: "GET",
    path: "/coupon-stacks",
    mcp: "catalog",
    otherModule: "contacts",
    summary: "Coupon stacks with the numbers of free, assigned and used codes",
    query: pageQuery(stackSorts, { shop: Type.Optional(Id) }),
    answers: { 200: Page(shapes.CouponStack) },
    errors: ["validation sort"],
  },
  createCouponStack: {
    method: "POST",
    path: "/coupon-stacks",
    mcp: "catalog",
    effect: "depends",
    summary: "Add an empty coupon stack; its codes are used in e-mails as {{coupon:<mergeKey>}}",
    body: shapes.CouponStackInput,
    answers: { 201: shapes.CouponStack },
    errors: [
      "validation name",
      "validation mergeKey",
      "validation shopId",
      "conflict name",
      "conflict mergeKey",
      "conflict limit",
    ],
  },
  getCouponStack: {
    method: "GET",
    path: stackPath,
    mcp: "catalog",
    summary: "One coupon stack",
    answers: { 200: shapes.CouponStack },
    errors: [missing],
  },
  deleteCouponStack: {
    method: "DELETE",
    path: stackPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a coupon stack with all its codes",
    answers: { 204: null },
    errors: [missing, "conflict used"],
  },
  addCouponCodes: {
    method: "POST",
    path: `${stackPath}/codes`,
    mcp: "catalog",
    effect: "depends",
    summary:
      "Add codes as an array, as text or, for more than 5 MB of them, as a text file in a form. Codes that the stack has " +
      "already are counted and left out",
    body: shapes.CodesInput,
    upload: { maxBytes: shapes.maxCodesFileBytes },
    answers: { 200: shapes.CodesAnswer },
    errors: ["validation codes", "validation text", "validation file", missing],
  },
  assignCoupon: {
    method: "POST",
    path: `${stackPath}/assign`,
    mcp: "catalog",
    effect: "internal",
    module: "contacts",
    summary: "Assign the oldest free code to a contact: 201; 200 with the same code when the contact has one",
    body: Type.Object({ contactId: Id }),
    answers: { 200: shapes.Coupon, 201: shapes.Coupon },
    errors: ["validation contactId", missing, "conflict empty"],
  },
  listCoupons: {
    method: "GET",
    path: `${stackPath}/coupons`,
    mcp: "catalog",
    module: "contacts",
    summary: "Assigned and used codes, newest first. `q` searches in the code and the address",
    query: Type.Omit(
      pageQuery(["id"], {
        from: Type.Optional(Day),
        to: Type.Optional(Day),
        status: Type.Optional(OneOf(shapes.givenStatuses)),
      }),
      ["sort"],
    ),
    answers: { 200: Page(shapes.Coupon) },
    errors: ["validation from", "validation to", missing],
  },
  markCouponsUsed: {
    method: "POST",
    path: `${stackPath}/used`,
    mcp: "catalog",
    effect: "depends",
    summary: "Mark codes as used; a free code may be marked too",
    body: shapes.UsedInput,
    answers: { 200: shapes.UsedAnswer },
    errors: ["validation text", missing],
  },
});

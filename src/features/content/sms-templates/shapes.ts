import { Type } from "typebox";
import { Count, Id, Name, NullableId, OneOf, Time, notBlank, NamedObject, named } from "../../../kernel/schema.ts";

const SmsText = Type.String({ minLength: 1, maxLength: 1600, ...notBlank });

export const SmsTemplate = NamedObject("SmsTemplate", {
  id: Id,
  name: Type.String(),
  text: Type.String(),
  shopId: NullableId,
  encoding: OneOf(["gsm7", "ucs2"]),
  units: Type.Integer({ minimum: 0, description: "Length in units of the encoding, without merge tags" }),
  parts: Count,
  mergeTags: Type.Array(Type.String()),
  createdAt: Time,
  updatedAt: Time,
});

export const SmsTemplateInput = NamedObject("SmsTemplateInput", {
  name: Name,
  text: SmsText,
  shopId: Type.Optional(NullableId),
});
export const SmsTemplateChange = named("SmsTemplateChange", Type.Partial(SmsTemplateInput));
export const SmsTemplateCopy = NamedObject("SmsTemplateCopy", { name: Type.Optional(Name) });

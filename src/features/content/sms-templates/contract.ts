import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Id, Page, pageQuery } from "../../../kernel/schema.ts";
import { SmsTemplate, SmsTemplateChange, SmsTemplateCopy, SmsTemplateInput } from "./shapes.ts";

const templatePath = "/sms-templates/{id}";

export const smsTemplateRoutes = defineRoutes("Content", "content", {
  listSmsTemplates: {
    method: "GET",
    path: "/sms-templates",
    mcp: "catalog",
    summary: "Templates of text messages, newest first",
    query: pageQuery(["id", "name", "createdAt", "updatedAt"], { shop: Type.Optional(Id) }),
    answers: { 200: Page(SmsTemplate) },
    errors: ["validation sort"],
  },
  createSmsTemplate: {
    method: "POST",
    path: "/sms-templates",
    mcp: "catalog",
    effect: "internal",
    summary: "Add a template of a text message; the text may contain merge tags",
    body: SmsTemplateInput,
    answers: { 201: SmsTemplate },
    errors: ["validation name", "validation text", "validation shopId", "conflict name"],
  },
  getSmsTemplate: {
    method: "GET",
    path: templatePath,
    mcp: "catalog",
    summary: "One template of a text message",
    answers: { 200: SmsTemplate },
    errors: ["not_found sms_template"],
  },
  updateSmsTemplate: {
    method: "PATCH",
    path: templatePath,
    mcp: "catalog",
    effect: "internal",
    summary: "Change a template of a text message",
    body: SmsTemplateChange,
    answers: { 200: SmsTemplate },
    errors: ["validation name", "validation text", "validation shopId", "not_found sms_template", "conflict name"],
  },
  deleteSmsTemplate: {
    method: "DELETE",
    path: templatePath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a template of a text message",
    answers: { 204: null },
    errors: ["not_found sms_template"],
  },
  copySmsTemplate: {
    method: "POST",
    path: `${templatePath}/copy`,
    mcp: "catalog",
    effect: "internal",
    summary: "Copy a template of a text message",
    body: SmsTemplateCopy,
    answers: { 201: SmsTemplate },
    errors: ["validation name", "not_found sms_template", "conflict name"],
  },
});

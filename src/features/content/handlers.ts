import { templateHandlers } from "./templates/handlers.ts";
import { footerHandlers } from "./footers/handlers.ts";
import { scriptTemplateHandlers } from "./script-templates/handlers.ts";
import { smsTemplateHandlers } from "./sms-templates/handlers.ts";
import { editorElementHandlers } from "./editor-elements/handlers.ts";
import { checkHandlers } from "./checks/handlers.ts";
import { previewHandlers } from "./preview/handlers.ts";
import { testRecipientHandlers } from "./test-emails/handlers.ts";

export const handlers = {
  templates: templateHandlers,
  footers: footerHandlers,
  scriptTemplates: scriptTemplateHandlers,
  smsTemplates: smsTemplateHandlers,
  editorElements: editorElementHandlers,
  checks: checkHandlers,
  preview: previewHandlers,
  testRecipients: testRecipientHandlers,
};

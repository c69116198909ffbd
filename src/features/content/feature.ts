import { defineFeature } from "../../feature.ts";
import { templateRoutes } from "./templates/contract.ts";
import { footerRoutes } from "./footers/contract.ts";
import { scriptTemplateRoutes } from "./script-templates/contract.ts";
import { smsTemplateRoutes } from "./sms-templates/contract.ts";
import { editorElementRoutes } from "./editor-elements/contract.ts";
import { checkRoutes } from "./checks/contract.ts";
import { previewRoutes } from "./preview/contract.ts";
import { testRecipientRoutes } from "./test-emails/contract.ts";

export const contentFeature = defineFeature({
  name: "content",
  tables: [
    "content",
    "content_use",
    "content_version",
    "editor_element",
    "footer",
    "script_template",
    "sms_template",
    "template",
    "test_email",
    "test_email_day",
    "test_recipient",
  ],
  contracts: {
    templates: templateRoutes,
    footers: footerRoutes,
    scriptTemplates: scriptTemplateRoutes,
    smsTemplates: smsTemplateRoutes,
    editorElements: editorElementRoutes,
    checks: checkRoutes,
    preview: previewRoutes,
    testRecipients: testRecipientRoutes,
  },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});

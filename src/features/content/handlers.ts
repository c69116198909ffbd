import { templateHandlers } from "./templates/handlers.ts";
import { footerHandlers } from "./footers/handlers.ts";
import { scriptTemplateHandlers } from "./script-templates/handlers.ts";
import { smsTemplateHandlers } from "./sms-templates/handlers.ts";
import { editorElementHandlers } from "./editor-elements/handlers.ts";
import { checkHandlers } from "./checks/handlers.ts";
import { testRecipientHandlers } from "./test-emails/handlers.ts";
import { fileHandlers } from "./files/handlers.ts";
import { fileFolderHandlers } from "./file-folders/handlers.ts";
import { stockPhotoHandlers } from "./stock-photos/handlers.ts";
import { videoHandlers } from "./videos/handlers.ts";
import { landingPageHandlers } from "./landing-pages/handlers.ts";
import { unsubscribePageHandlers } from "./unsubscribe-pages/handlers.ts";
import { surveyHandlers } from "./surveys/handlers.ts";

export const handlers = {
  templates: templateHandlers,
  footers: footerHandlers,
  scriptTemplates: scriptTemplateHandlers,
  smsTemplates: smsTemplateHandlers,
  editorElements: editorElementHandlers,
  checks: checkHandlers,
  testEmails: testRecipientHandlers,
  files: fileHandlers,
  fileFolders: fileFolderHandlers,
  stockPhotos: stockPhotoHandlers,
  videos: videoHandlers,
  landingPages: landingPageHandlers,
  unsubscribePages: unsubscribePageHandlers,
  surveys: surveyHandlers,
};

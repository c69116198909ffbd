import { defineFeature } from "../../feature.ts";
import { templateRoutes } from "./templates/contract.ts";
import { footerRoutes } from "./footers/contract.ts";
import { scriptTemplateRoutes } from "./script-templates/contract.ts";
import { smsTemplateRoutes } from "./sms-templates/contract.ts";
import { editorElementRoutes } from "./editor-elements/contract.ts";
import { checkRoutes } from "./checks/contract.ts";
import { testRecipientRoutes } from "./test-emails/contract.ts";
import { fileRoutes } from "./files/contract.ts";
import { fileFolderRoutes } from "./file-folders/contract.ts";
import { stockPhotoRoutes } from "./stock-photos/contract.ts";
import { videoRoutes } from "./videos/contract.ts";
import { landingPageRoutes } from "./landing-pages/contract.ts";
import { unsubscribePageRoutes } from "./unsubscribe-pages/contract.ts";
import { surveyRoutes } from "./surveys/contract.ts";

export const contentFeature = defineFeature({
  name: "content",
  tables: [],
  contracts: {
    templates: templateRoutes,
    footers: footerRoutes,
    scriptTemplates: scriptTemplateRoutes,
    smsTemplates: smsTemplateRoutes,
    editorElements: editorElementRoutes,
    checks: checkRoutes,
    testEmails: testRecipientRoutes,
    files: fileRoutes,
    fileFolders: fileFolderRoutes,
    stockPhotos: stockPhotoRoutes,
    videos: videoRoutes,
    landingPages: landingPageRoutes,
    unsubscribePages: unsubscribePageRoutes,
    surveys: surveyRoutes,
  },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});

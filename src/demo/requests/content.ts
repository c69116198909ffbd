import { created } from "./ids.ts";
import type { DemoRequests } from "./request.ts";

const html = '<html><body><h1>Spring flowers</h1><p><a href="{{df_unsubscribe}}">Unsubscribe</a></p></body></html>';
const content = { kind: "html", html };
const answers = [{ label: "Tulips" }, { label: "Roses" }];
const questions = [
  { key: "favourite", type: "single", label: "Which do you like most?", required: true, options: answers },
];
const ownAddress = { emails: ["anezka@vceli-dvur.example.com"] };
const element = "<mj-section><mj-column><mj-text>Spring flowers</mj-text></mj-column></mj-section>";
const asked = { subject: "Spring flowers", preheader: "They are in bloom" };

export const contentRequests: DemoRequests = {
  createFileFolder: { body: { name: "Spring flowers" } },
  updateLandingPage: { params: created.landingPage },
  copyLandingPage: { body: { name: "Autumn flowers", slug: "autumn-sale" } },
  createSurvey: { body: { name: "Spring flowers", questions, title: "Your favourite flowers" } },
  updateSurvey: { body: { name: "Summer flowers", questions } },
  previewSurvey: { body: { questions } },
  createTemplate: { body: { name: "Spring flowers", shopId: "1", ...asked, content } },
  updateTemplate: { params: created.template, body: { name: "Summer flowers", subject: "Summer flowers" } },
  archiveTemplate: { params: created.template },
  unarchiveTemplate: { params: created.template },
  publishTemplate: { params: created.template },
  convertTemplate: { params: created.template, body: { baseVersion: 1 } },
  saveTemplateContent: { params: created.template, body: { ...content, baseVersion: 2 } },
  deleteTemplate: { params: created.template },
  createEditorElement: { body: { name: "Heading", category: "Texts", kind: "section", mjml: element } },
  updateEditorElement: { body: { name: "Large heading" } },
  createFooter: { body: { name: "Spring flowers", shopId: "1", ...content } },
  saveFooterContent: { body: { ...content, baseVersion: 1 } },
  lintContent: { body: { html, ...asked } },
  checkSpam: { body: { html, ...asked } },
  previewContent: { body: { ...content, ...asked, contactId: "1" } },
  testTemplate: { body: ownAddress },
  setTestRecipients: { body: ownAddress },
  addVideoThumbnail: { body: { url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ", name: "How bees live" } },
  updateFeed: { params: created.feed, body: { name: "Summer flowers", refreshMinutes: 60 } },
  importFeed: { params: created.feed },
  deleteFeed: { params: created.feed },
  deleteCouponStack: { params: created.couponStack },
  addCouponCodes: { body: { codes: ["SPRING-1", "SPRING-2"] } },
};

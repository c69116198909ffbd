import { landingPageHandlers } from "./landing-pages/handlers.ts";
import { unsubscribePageHandlers } from "./unsubscribe-pages/handlers.ts";
import { surveyHandlers } from "./surveys/handlers.ts";

export const handlers = {
  landingPages: landingPageHandlers,
  unsubscribePages: unsubscribePageHandlers,
  surveys: surveyHandlers,
};

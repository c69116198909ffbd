import type { Services } from "../../context.ts";

export const readFormSettings = ({ config }: Pick<Services, "config">) => ({
  /** How long the link of a confirmation e-mail is valid. */
  confirmLinkS: config.confirmLinkS,
});

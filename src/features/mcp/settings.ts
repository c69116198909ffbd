import type { Services } from "../../context.ts";

export const readMcpSettings = ({ config }: Pick<Services, "config">) => ({
  /** How long an assistant may confirm an irreversible operation. */
  confirmS: config.mcpConfirmS,
  /** The tools of the conformance suite are served too. */
  hasFixtures: config.mcpFixtures,
});

import type { Services } from "../../context.ts";

export const readOAuthSettings = ({ config }: Pick<Services, "config">) => ({
  codeS: config.oauthCodeS,
  accessS: config.oauthAccessS,
  refreshS: config.oauthRefreshS,
  /** Metadata documents of clients may be fetched over http from loopback addresses, for tests and development. */
  allowsLoopbackDocuments: config.webhookAllowPrivate,
});

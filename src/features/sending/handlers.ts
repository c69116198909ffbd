import { connectionHandlers } from "./connections/handlers.ts";
import { deliverabilityHandlers } from "./deliverability/handlers.ts";
import { dmarcHandlers } from "./dmarc/handlers.ts";
import { sendingDomainHandlers } from "./domains/handlers.ts";
import { mailboxHandlers } from "./mailboxes/handlers.ts";
import { senderHandlers, verifiedSenderHandlers } from "./senders/handlers.ts";
import { sendingSettingHandlers } from "./settings/handlers.ts";

export const handlers = {
  verifiedSenders: verifiedSenderHandlers,
  senders: senderHandlers,
  domains: sendingDomainHandlers,
  deliverability: deliverabilityHandlers,
  dmarc: dmarcHandlers,
  mailboxes: mailboxHandlers,
  settings: sendingSettingHandlers,
  connections: connectionHandlers,
};

import { defineFeature } from "../../feature.ts";
import { connectionRoutes } from "./connections/contract.ts";
import { deliverabilityRoutes } from "./deliverability/contract.ts";
import { dmarcRoutes } from "./dmarc/contract.ts";
import { sendingDomainRoutes } from "./domains/contract.ts";
import { mailboxRoutes } from "./mailboxes/contract.ts";
import { senderRoutes, verifiedSenderRoutes } from "./senders/contract.ts";
import { sendingSettingRoutes } from "./settings/contract.ts";

export const sendingFeature = defineFeature({
  name: "sending",
  tables: [
    "dmarc_report",
    "dmarc_row",
    "inbound_mailbox",
    "installation_mailbox",
    "monitored_domain",
    "recipient_domain",
    "sender",
    "sender_lookup",
    "sender_verification_mail",
    "sending_connection",
    "sending_connection_lease",
    "sending_connection_meter",
    "sending_domain",
  ],
  contracts: {
    verifiedSenders: verifiedSenderRoutes,
    senders: senderRoutes,
    domains: sendingDomainRoutes,
    deliverability: deliverabilityRoutes,
    dmarc: dmarcRoutes,
    mailboxes: mailboxRoutes,
    settings: sendingSettingRoutes,
    connections: connectionRoutes,
  },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});

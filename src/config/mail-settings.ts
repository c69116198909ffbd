import {
  bounceMailbox,
  imapAddress,
  inboundLimits,
  integer,
  optional,
  optionalPort,
  parseChoice,
  text,
} from "./config-values.ts";
import { setting } from "./setting.ts";

/** How mail leaves and comes back. */
export const mailSettings = {
  mailMode: setting(
    "MAIL_MODE",
    "folder",
    parseChoice("live", "test", "folder", "off"),
    "What happens to outgoing mail",
  ),
  mailFrom: setting(
    "MAIL_FROM",
    "Postrider <postrider@localhost>",
    text,
    "Sender of the service's own mail (invitations, passwords, security notices)",
  ),
  operatorEmail: setting(
    "OPERATOR_EMAIL",
    "",
    optional,
    "Address that is notified of parked journal entries; empty: only the log, `doctor` and the metrics tell",
  ),
  smtpUrl: setting("SMTP_URL", "", optional, "`smtp://user:password@host:port` of the relay for live and test mode"),
  smtpConnections: setting(
    "SMTP_CONNECTIONS",
    "20",
    integer(1, 200),
    "Most connections of a worker to the relay; a relay that answers fast gets 8",
  ),
  bounceHost: setting(
    "BOUNCE_HOST",
    "",
    optional,
    "Host of return paths, whose MX points to `INBOUND_SMTP_PORT`; empty is the host of `PUBLIC_URL`",
  ),
  bounceMailbox: setting(
    "BOUNCE_MAILBOX",
    "",
    bounceMailbox,
    "Mailbox of return paths instead of a host, where nothing reaches port 25: `bounces+@example.com` with subaddresses, or `bounces@example.com`",
  ),
  inboundImapUrl: setting(
    "INBOUND_IMAP_URL",
    "",
    imapAddress,
    "`imaps://user:password@host/folder` of a mailbox from which workers read bounces, complaints and DMARC reports; `imap://` uses STARTTLS",
  ),
  inboundSmtpPort: setting(
    "INBOUND_SMTP_PORT",
    "",
    optionalPort,
    "Port on which a worker accepts bounces, complaints and DMARC reports by SMTP; empty disables it",
  ),
  inboundSmtpHost: setting("INBOUND_SMTP_HOST", "", optional, "Address that port listens on; empty is `HOST`"),
  inboundTlsCert: setting(
    "INBOUND_TLS_CERT",
    "",
    optional,
    "PEM file with the certificate chain of that port; with the key it switches on STARTTLS",
  ),
  inboundTlsKey: setting("INBOUND_TLS_KEY", "", optional, "PEM file with the private key of that certificate"),
  inboundSmtpLimits: setting(
    "INBOUND_SMTP_LIMITS",
    "20,30,600,1200",
    inboundLimits,
    "Connections of one client to that port: at once per address and per network (/24, IPv6 /48), new ones a minute per address and per network; `0` is no limit",
  ),
};

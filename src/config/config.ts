import {
  InvalidSetting,
  apiLimits,
  dataKeys,
  databaseAddress,
  flag,
  folder,
  hostAndPort,
  integer,
  list,
  nameServers,
  parseChoice,
  optional,
  optionalPort,
  percent,
  text,
  trustedProxies,
  webAddress,
} from "./config-values.ts";
import { mailSettings } from "./mail-settings.ts";
import { setting, type Setting } from "./setting.ts";
import { isLoopbackUrl } from "../kernel/base-url.ts";

/**
 * The one place that reads the environment. Each setting is a row, so that the table of docs/OPERATIONS.md can be
 * checked against the code.
 */
export type MailMode = "live" | "test" | "folder" | "off";

/** Names the variable and the expected value; shown to the operator. */
export class ConfigError extends Error {}

export const settings = {
  port: setting("PORT", "8080", integer(0, 65_535), "Port of the API, the web app and the public pages"),
  host: setting("HOST", "127.0.0.1", text, "Address to listen on; `0.0.0.0` for all"),
  dataDir: setting("DATA_DIR", "./data", folder, "Embedded database, stored files, outbox, generated data key"),
  databaseUrl: setting(
    "DATABASE_URL",
    "",
    databaseAddress,
    "`postgres://…` of your own server; empty starts the embedded one",
  ),
  databaseOwnerUrl: setting(
    "DATABASE_OWNER_URL",
    "",
    databaseAddress,
    "The same database as the owner of its tables, for `start` and commands; empty is `DATABASE_URL`",
  ),
  publicUrls: setting("PUBLIC_URL", "", list, "Public addresses, comma separated, the main one first"),
  dataKey: setting(
    "DATA_KEY",
    "",
    dataKeys,
    "32 bytes in base64; encrypts stored secrets. Several, comma separated, during a rotation: the first one encrypts",
  ),
  ...mailSettings,
  spamd: setting("SPAMD", "", hostAndPort, "`host:port` of SpamAssassin's daemon for the spam check"),
  dnsServers: setting(
    "DNS_SERVERS",
    "",
    nameServers,
    "`address:port` of name servers, comma separated, instead of the system's; outbound calls use them too",
  ),
  demo: setting("DEMO", "1", flag, "`0`: the first start creates no demo company"),
  httpProcesses: setting(
    "HTTP_PROCESSES",
    "0",
    integer(0, 64),
    "HTTP processes of `start`, on one port; `0` is half of the cores, at least two",
  ),
  workers: setting(
    "WORKERS",
    "0",
    integer(0, 64),
    "Worker processes of `start`; `0` is one per core but one, at least one",
  ),
  apiLimits: setting(
    "API_LIMITS",
    "2500,4,100000",
    apiLimits,
    "Limit of a company: burst, refill per second, requests per day",
  ),
  commandPassword: setting(
    "POSTRIDER_PASSWORD",
    "",
    optional,
    "Password for `company create` and `member create`, key for `migrate-from`, so that it is not an argument",
  ),
  metricsPort: setting(
    "METRICS_PORT",
    "",
    optionalPort,
    "Serves `/metrics` (Prometheus) on this port; further HTTP processes of `start` on the next ones",
  ),
  workerMetricsPort: setting(
    "WORKER_METRICS_PORT",
    "",
    optionalPort,
    "The same for a worker; further workers of `start` on the next ones",
  ),
  metricsHost: setting("METRICS_HOST", "127.0.0.1", text, "Address that these ports listen on"),
  logLevel: setting("LOG_LEVEL", "info", parseChoice("debug", "info", "warn", "error", "silent"), "Minimum log level"),
  securityLog: setting(
    "SECURITY_LOG",
    "",
    optional,
    "File for the lines of the security log; empty is standard output, at `LOG_LEVEL` info or debug",
  ),
  journalMonths: setting(
    "JOURNAL_MONTHS",
    "36",
    integer(1, 600),
    "Months of history kept in the journal; with 1 the event feed begins less than 30 days back in some months",
  ),
  webEventMonths: setting("WEB_EVENT_MONTHS", "13", integer(1, 600), "Months that page visits and carts are kept"),
  verdictWaitS: setting(
    "VERDICT_WAIT_S",
    "10",
    integer(0, 60),
    "Seconds that opens and clicks wait for the verdict person or machine, and with them triggers and webhooks; below 5 for tests and development",
  ),
  trustProxy: setting(
    "TRUST_PROXY",
    "0",
    trustedProxies,
    "Number of reverse proxies in front, or their networks (`10.0.0.0/8,…`): the client address is read from the right of X-Forwarded-For; `0` trusts none",
  ),
  webhookAllowPrivate: setting(
    "WEBHOOK_ALLOW_PRIVATE",
    "0",
    flag,
    "`1` lets outbound calls reach loopback and private networks; for tests and development only",
  ),
  mailHostsAllowPrivate: setting(
    "MAIL_HOSTS_ALLOW_PRIVATE",
    "0",
    flag,
    "`1` lets mail servers that companies name be on loopback and private networks",
  ),
  ownConnections: setting(
    "OWN_CONNECTIONS",
    "all",
    parseChoice("all", "paid", "none"),
    "Which companies may send over connections of their own: `paid` those with a paid plan",
  ),
  webhookIntervalS: setting("WEBHOOK_INTERVAL_S", "30", integer(1, 3600), "Seconds between two runs of a webhook"),
  confirmLinkS: setting(
    "CONFIRM_LINK_S",
    "604800",
    integer(60, 2_592_000),
    "Seconds that the link of a confirmation e-mail (double opt-in) is valid",
  ),
  oauthCodeS: setting(
    "OAUTH_CODE_S",
    "60",
    integer(1, 600),
    "Seconds that an authorization code of OAuth is valid; for tests",
  ),
  oauthAccessS: setting(
    "OAUTH_ACCESS_S",
    "3600",
    integer(1, 86_400),
    "Seconds that an access token of OAuth is valid; for tests",
  ),
  oauthRefreshS: setting(
    "OAUTH_REFRESH_S",
    "2592000",
    integer(1, 31_536_000),
    "Seconds that a refresh token of OAuth is valid; for tests",
  ),
  reviewRule: setting(
    "REVIEW_RULE",
    "manual",
    parseChoice("manual", "domain"),
    "When a pending company may send: `manual` after `company approve`, `domain` also with a verified domain and sender",
  ),
  suspendComplaintPercent: setting(
    "SUSPEND_COMPLAINT_PERCENT",
    "0.5",
    percent,
    "Complaints of 7 days, in percent of the sent messages, above which a company is suspended; `0` is no limit",
  ),
  suspendBouncePercent: setting(
    "SUSPEND_BOUNCE_PERCENT",
    "10",
    percent,
    "Hard bounces of 7 days, in percent, above which a company is suspended; `0` is no limit",
  ),
  suspendMinSent: setting(
    "SUSPEND_MIN_SENT",
    "1000",
    integer(1, 1_000_000_000),
    "Messages of 7 days below which no company is suspended",
  ),
  testEmailsPerDay: setting(
    "TEST_EMAILS_PER_DAY",
    "100",
    integer(0, 1_000_000),
    "Test e-mails of a company per day in UTC",
  ),
  testStrangersPerDay: setting(
    "TEST_STRANGERS_PER_DAY",
    "20",
    integer(0, 1_000_000),
    "Of them to addresses of neither its members nor its contacts",
  ),
  billing: setting(
    "BILLING",
    "0",
    flag,
    "`1`: the operator bills companies; unpaid invoices and too many free contacts stop sending",
  ),
  billingIban: setting("BILLING_IBAN", "", text, "IBAN on invoices and in payment codes"),
  billingName: setting("BILLING_NAME", "", text, "Name of the supplier on invoices"),
  billingAddress: setting("BILLING_ADDRESS", "", text, "Address of the supplier, its lines separated by commas"),
  billingCountry: setting("BILLING_COUNTRY", "CZ", text, "Country of the supplier, two letters; decides about VAT"),
  billingCompanyId: setting("BILLING_COMPANY_ID", "", text, "Registration number of the supplier"),
  billingVatId: setting("BILLING_VAT_ID", "", text, "VAT number of the supplier"),
  billingVatRate: setting("BILLING_VAT_RATE", "21", integer(0, 99), "VAT rate of monthly invoices, in percent"),
  mcpConfirmS: setting(
    "MCP_CONFIRM_S",
    "600",
    integer(1, 3600),
    "Seconds that an assistant may confirm an operation after its preview; for tests",
  ),
  mcpFixtures: setting(
    "MCP_FIXTURES",
    "0",
    flag,
    "`1` adds the tools of the MCP conformance suite; for tests, refused with a `PUBLIC_URL` that is not loopback",
  ),
  filesQuotaMb: setting(
    "FILES_QUOTA_MB",
    "10240",
    integer(1, 100_000_000),
    "Megabytes that the uploaded files of a company may take",
  ),
  pexelsApiKey: setting("PEXELS_API_KEY", "", optional, "Key of the Pexels API; empty disables stock photos"),
  pexelsUrl: setting("PEXELS_URL", "https://api.pexels.com/v1", webAddress, "Address of the Pexels API"),
  youtubeImageUrl: setting("YOUTUBE_IMAGE_URL", "https://i.ytimg.com", webAddress, "Base URL of YouTube thumbnails"),
  vimeoUrl: setting(
    "VIMEO_URL",
    "https://vimeo.com",
    webAddress,
    "Base URL of Vimeo's oEmbed API, which returns thumbnails",
  ),
} as const;

export type Config = { readonly [Key in keyof typeof settings]: ReturnType<(typeof settings)[Key]["parse"]> };

export function readConfig(env: Record<string, string | undefined>): Config {
  const read = <Value>(row: Setting<Value>): Value => {
    try {
      return row.parse(env[row.env] ?? row.default);
    } catch (error) {
      if (error instanceof InvalidSetting) throw new ConfigError(`${row.env} ${error.message}`);
      throw error;
    }
  };
  const config = {
    port: read(settings.port),
    host: read(settings.host),
    dataDir: read(settings.dataDir),
    databaseUrl: read(settings.databaseUrl),
    databaseOwnerUrl: read(settings.databaseOwnerUrl),
    publicUrls: read(settings.publicUrls),
    dataKey: read(settings.dataKey),
    mailMode: read(settings.mailMode),
    mailFrom: read(settings.mailFrom),
    operatorEmail: read(settings.operatorEmail),
    smtpUrl: read(settings.smtpUrl),
    smtpConnections: read(settings.smtpConnections),
    bounceHost: read(settings.bounceHost),
    bounceMailbox: read(settings.bounceMailbox),
    inboundImapUrl: read(settings.inboundImapUrl),
    inboundSmtpPort: read(settings.inboundSmtpPort),
    inboundSmtpHost: read(settings.inboundSmtpHost),
    inboundTlsCert: read(settings.inboundTlsCert),
    inboundTlsKey: read(settings.inboundTlsKey),
    inboundSmtpLimits: read(settings.inboundSmtpLimits),
    spamd: read(settings.spamd),
    dnsServers: read(settings.dnsServers),
    demo: read(settings.demo),
    httpProcesses: read(settings.httpProcesses),
    workers: read(settings.workers),
    apiLimits: read(settings.apiLimits),
    commandPassword: read(settings.commandPassword),
    metricsPort: read(settings.metricsPort),
    workerMetricsPort: read(settings.workerMetricsPort),
    metricsHost: read(settings.metricsHost),
    logLevel: read(settings.logLevel),
    securityLog: read(settings.securityLog),
    journalMonths: read(settings.journalMonths),
    webEventMonths: read(settings.webEventMonths),
    verdictWaitS: read(settings.verdictWaitS),
    trustProxy: read(settings.trustProxy),
    webhookAllowPrivate: read(settings.webhookAllowPrivate),
    mailHostsAllowPrivate: read(settings.mailHostsAllowPrivate),
    ownConnections: read(settings.ownConnections),
    webhookIntervalS: read(settings.webhookIntervalS),
    confirmLinkS: read(settings.confirmLinkS),
    oauthCodeS: read(settings.oauthCodeS),
    oauthAccessS: read(settings.oauthAccessS),
    oauthRefreshS: read(settings.oauthRefreshS),
    reviewRule: read(settings.reviewRule),
    suspendComplaintPercent: read(settings.suspendComplaintPercent),
    suspendBouncePercent: read(settings.suspendBouncePercent),
    suspendMinSent: read(settings.suspendMinSent),
    testEmailsPerDay: read(settings.testEmailsPerDay),
    testStrangersPerDay: read(settings.testStrangersPerDay),
    billing: read(settings.billing),
    billingIban: read(settings.billingIban),
    billingName: read(settings.billingName),
    billingAddress: read(settings.billingAddress),
    billingCountry: read(settings.billingCountry),
    billingCompanyId: read(settings.billingCompanyId),
    billingVatId: read(settings.billingVatId),
    billingVatRate: read(settings.billingVatRate),
    mcpConfirmS: read(settings.mcpConfirmS),
    mcpFixtures: read(settings.mcpFixtures),
    filesQuotaMb: read(settings.filesQuotaMb),
    pexelsApiKey: read(settings.pexelsApiKey),
    pexelsUrl: read(settings.pexelsUrl),
    youtubeImageUrl: read(settings.youtubeImageUrl),
    vimeoUrl: read(settings.vimeoUrl),
  };
  if (config.mcpFixtures && !baseUrlsOf(config).every((url) => URL.canParse(url) && isLoopbackUrl(new URL(url)))) {
    throw new ConfigError("MCP_FIXTURES must be 0 unless PUBLIC_URL is a loopback address");
  }
  return config;
}

/** The first public address, or the one that the server listens on. */
export const publicUrlOf = ({ publicUrls, host, port }: Pick<Config, "publicUrls" | "host" | "port">): string =>
  publicUrls[0] ?? `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host}:${port}`;

/** All public addresses, the main one first. Without `PUBLIC_URL` also the name of the loopback address. */
export const baseUrlsOf = (config: Pick<Config, "publicUrls" | "host" | "port">): string[] =>
  (config.publicUrls.length > 0 ? config.publicUrls : [publicUrlOf(config), `http://localhost:${config.port}`]).map(
    (url) => url.replace(/\/+$/, ""),
  );

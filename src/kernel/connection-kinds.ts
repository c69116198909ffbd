/** Kinds beyond `smtp` are presets: all of them speak SMTP. */
export const connectionKinds = ["smtp", "ses", "postmark", "mailgun", "resend"] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

export const connectionSecurities = ["tls", "starttls", "none"] as const;
export type ConnectionSecurity = (typeof connectionSecurities)[number];

export const connectionAuths = ["none", "password", "xoauth2"] as const;
export type ConnectionAuth = (typeof connectionAuths)[number];

export type ConnectionPreset = {
  /** Empty: the company names it. */
  readonly host: string;
  readonly port: number;
  readonly security: ConnectionSecurity;
  readonly auth: ConnectionAuth;
  /** Where it is the same for everyone. */
  readonly username: string;
  /** The header that names the message stream or configuration set. */
  readonly streamHeader: string | null;
  /** The provider of `POST /sending/hooks` that reports what becomes of messages. */
  readonly hook: "ses" | "postmark" | null;
};

export const connectionPresets: Readonly<Record<ConnectionKind, ConnectionPreset>> = {
  smtp: { host: "", port: 587, security: "starttls", auth: "password", username: "", streamHeader: null, hook: null },
  ses: {
    host: "email-smtp.eu-west-1.amazonaws.com",
    port: 587,
    security: "starttls",
    auth: "password",
    username: "",
    streamHeader: "X-SES-CONFIGURATION-SET",
    hook: "ses",
  },
  postmark: {
    host: "smtp-broadcasts.postmarkapp.com",
    port: 587,
    security: "starttls",
    auth: "password",
    username: "",
    streamHeader: "X-PM-Message-Stream",
    hook: "postmark",
  },
  mailgun: {
    host: "smtp.eu.mailgun.org",
    port: 587,
    security: "starttls",
    auth: "password",
    username: "",
    streamHeader: null,
    hook: null,
  },
  resend: {
    host: "smtp.resend.com",
    port: 465,
    security: "tls",
    auth: "password",
    username: "resend",
    streamHeader: null,
    hook: null,
  },
};

export const oauthProviders = ["microsoft", "google", "other"] as const;
export type OAuthProvider = (typeof oauthProviders)[number];

export type OAuthPreset = { readonly host: string; readonly tokenUrl: string; readonly scope: string };

/** Where an access token for SMTP comes from. */
export const oauthPresets: Readonly<Record<OAuthProvider, OAuthPreset>> = {
  microsoft: {
    host: "smtp.office365.com",
    tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    scope: "https://outlook.office.com/SMTP.Send offline_access",
  },
  google: { host: "smtp.gmail.com", tokenUrl: "https://oauth2.googleapis.com/token", scope: "" },
  other: { host: "", tokenUrl: "", scope: "" },
};

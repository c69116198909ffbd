import type { ConnectionValues } from "./form-values.ts";
import type { Connection } from "./connection.ts";

type Preset = Pick<ConnectionValues, "host" | "port" | "security" | "auth" | "username">;

/** As the server fills them in; shown before the connection is saved. */
const presets: Readonly<Record<Connection["kind"], Preset>> = {
  smtp: { host: "", port: 587, security: "starttls", auth: "password", username: "" },
  ses: { host: "email-smtp.eu-west-1.amazonaws.com", port: 587, security: "starttls", auth: "password", username: "" },
  postmark: {
    host: "smtp-broadcasts.postmarkapp.com",
    port: 587,
    security: "starttls",
    auth: "password",
    username: "",
  },
  mailgun: { host: "smtp.eu.mailgun.org", port: 587, security: "starttls", auth: "password", username: "" },
  resend: { host: "smtp.resend.com", port: 465, security: "tls", auth: "password", username: "resend" },
};

const providerHosts: Readonly<Record<string, string>> = {
  microsoft: "smtp.office365.com",
  google: "smtp.gmail.com",
};

/** Kinds whose messages name a stream or a configuration set. */
export const streamKinds: readonly string[] = ["ses", "postmark"];

export const presetOf = (kind: string): Preset =>
  Object.entries(presets).find(([name]) => name === kind)?.[1] ?? presets.smtp;

export const hostOfProvider = (provider: string): string | undefined => providerHosts[provider];

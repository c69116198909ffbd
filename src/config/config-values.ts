import { isIP } from "node:net";
import path from "node:path";
import { parseTrustedProxies } from "./trusted-proxies.ts";

/** Says which values a setting accepts. */
export class InvalidSetting extends Error {}

export const text = (value: string) => value;
export const folder = (value: string) => path.resolve(value);
export const optional = (value: string) => (value === "" ? undefined : value);
export const flag = (value: string) => value === "1" || value === "true";
export const list = (value: string) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

export function integer(min: number, max: number) {
  return (value: string) => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max) {
      throw new InvalidSetting(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  };
}

export function percent(value: string) {
  const number = Number(value);
  if (value.trim() === "" || !(number >= 0 && number <= 100))
    throw new InvalidSetting("must be a number from 0 to 100");
  return number;
}

export const optionalPort = (value: string) => (value === "" ? undefined : integer(0, 65_535)(value));

/** The names are those of PostgreSQL's own clients. */
export const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;

export function databaseAddress(value: string) {
  if (value === "") return undefined;
  if (!URL.canParse(value) || !/^postgres(ql)?:$/.test(new URL(value).protocol)) {
    throw new InvalidSetting("must look like postgres://user:password@host/database");
  }
  const mode = new URL(value).searchParams.get("sslmode");
  if (mode !== null && !sslModes.some((known) => known === mode)) {
    throw new InvalidSetting(`must have an sslmode of ${sslModes.join(", ")}`);
  }
  return value;
}

export function webAddress(value: string) {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new InvalidSetting("must look like https://host/path");
  }
  return value.replace(/\/+$/, "");
}

export function parseChoice<const Choice extends string>(...choices: readonly Choice[]) {
  return (value: string) => {
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) throw new InvalidSetting(`must be one of ${choices.join(", ")}`);
    return choice;
  };
}

export function hostAndPort(value: string) {
  if (value === "") return undefined;
  const [, host, port = ""] = /^([^:\s]+):(\d{1,5})$/.exec(value) ?? [];
  if (host === undefined) throw new InvalidSetting("must look like host:port");
  return { host, port: integer(1, 65_535)(port) };
}

export function nameServers(value: string) {
  const servers = list(value);
  const isServer = (text: string) => {
    const [, bracketed, plain, port = "53"] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
    return isIP(bracketed ?? plain ?? "") !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
  };
  if (!servers.every(isServer)) throw new InvalidSetting("must be IP addresses with their ports, like 192.0.2.1:53");
  return servers;
}

export function trustedProxies(value: string) {
  const trusted = parseTrustedProxies(value);
  if (trusted === undefined) {
    throw new InvalidSetting("must be the number of proxies in front, or their networks, like 10.0.0.0/8,192.0.2.7");
  }
  return trusted;
}

export function dataKeys(value: string) {
  if (value === "") return undefined;
  const keys = list(value).map((text) => Buffer.from(text, "base64"));
  if (!keys.every((key) => key.length === 32)) throw new InvalidSetting("must be 32 bytes in base64");
  return keys;
}

export function apiLimits(value: string) {
  const [burst, perSecond, perDay] = list(value).map(Number);
  const isPositive = (number: number | undefined): number is number => number !== undefined && number > 0;
  if (!isPositive(burst) || !isPositive(perSecond) || !isPositive(perDay)) {
    throw new InvalidSetting("must be three positive numbers: burst,per second,per day");
  }
  return { burst, perSecond, perDay };
}

export function inboundLimits(value: string) {
  const [perAddress, perNetwork, perAddressMinute, perNetworkMinute, ...others] = list(value).map(Number);
  const isCount = (number: number | undefined): number is number => Number.isInteger(number) && Number(number) >= 0;
  const isComplete =
    isCount(perAddress) && isCount(perNetwork) && isCount(perAddressMinute) && isCount(perNetworkMinute);
  if (!isComplete || others.length > 0) {
    throw new InvalidSetting(
      "must be four whole numbers: at once per address,per network,a minute per address,per network",
    );
  }
  return { perAddress, perNetwork, perAddressMinute, perNetworkMinute };
}

/** `bounces@example.com`, or `bounces+@example.com` when its server delivers subaddresses. */
export function bounceMailbox(value: string): string | undefined {
  if (value === "" || /^[^\s@+]+\+?@[a-z0-9.-]+$/i.test(value)) return optional(value);
  throw new InvalidSetting("must be bounces@example.com, or bounces+@example.com with subaddresses");
}

export type ImapAddress = {
  readonly host: string;
  readonly port: number;
  readonly security: "tls" | "starttls" | "none";
  readonly username: string;
  readonly password: string;
  readonly folder: string;
};

/** `imaps://user:password@host:port/folder`, `imap://…` with STARTTLS, `imap://…?tls=never` without. The text holds a password. */
export function imapAddress(value: string): ImapAddress | undefined {
  if (value === "") return undefined;
  const wrong = new InvalidSetting("must be imaps://user:password@host/folder");
  if (!URL.canParse(value)) throw wrong;
  const url = new URL(value);
  const isImplicit = url.protocol === "imaps:";
  if ((!isImplicit && url.protocol !== "imap:") || url.hostname === "" || url.username === "") throw wrong;
  const plain = url.searchParams.get("tls") === "never" ? "none" : "starttls";
  const defaultPort = isImplicit ? 993 : 143;
  try {
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: url.port === "" ? defaultPort : Number(url.port),
      security: isImplicit ? "tls" : plain,
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      folder: decodeURIComponent(url.pathname.slice(1)) || "INBOX",
    };
  } catch (error) {
    if (error instanceof URIError) throw wrong;
    throw error;
  }
}

import net from "node:net";
import type { Clock } from "../kernel/clock.ts";
import { openOutput } from "./output.ts";

/** What the security log knows; docs/OPERATIONS.md lists them, and which a filter of fail2ban counts. */
export const securityEvents = [
  "sign_in",
  "sign_in_failed",
  "second_factor_failed",
  "locked_out",
  "session_ended",
  "password_reset_requested",
  "password_reset",
  "consent_given",
  "consent_denied",
  "key_used",
  "key_refused",
] as const;

export type SecurityEvent = {
  readonly event: (typeof securityEvents)[number];
  /** The id of the person; absent for an unknown one. */
  readonly account?: string | undefined;
  readonly key?: string;
  readonly address: string;
  readonly agent: string;
};

export type SecurityLog = { record(event: SecurityEvent): void };

type SecurityLogOptions = {
  readonly clock: Clock;
  /** The log of the process takes lines of this level or lower ones. */
  readonly level: string;
  /** A file that gets the lines instead of standard output, whatever the level is. */
  readonly file: string | undefined;
};

/** One line of text per event: no value can end its field or the line. */
export function createSecurityLog({ clock, level, file }: SecurityLogOptions): SecurityLog {
  const isWritten = file !== undefined || level === "info" || level === "debug";
  if (!isWritten) return { record: () => undefined };
  const output = openOutput(file);
  return { record: (event) => output.write(`${securityLine(event, clock.now())}\n`) };
}

export const securityLine = ({ event, account = "-", key = "-", address, agent }: SecurityEvent, at: Date): string =>
  `${at.toISOString()} postrider-security event=${event} account=${account} key=${key} ` +
  `address=${plainAddress(address)} agent="${plainAgent(agent)}"`;

/** A proxy may report anything; an IPv4 address of a socket for both families is written as such. */
function plainAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return net.isIP(plain) === 0 || plain.includes("%") ? "-" : plain;
}

const maxAgentLength = 200;

/** Printable ASCII without quotes and backslashes. */
const plainAgent = (agent: string): string =>
  agent.slice(0, maxAgentLength).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?");

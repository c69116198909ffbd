import type { JournalCursor } from "../../../journal/journal.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import { hours } from "../../../kernel/local-time.ts";

/** Where cursors are valid: a company on a database server, whose numbers of transactions no other server has. */
export type CursorScope = { readonly tenantId: string; readonly server: string };

/**
 * A cursor is `<tx>-<id>-<hour>-<check>`, the numbers in hexadecimal. The hour is that of the answer. The last two are the
 * same for all rows of an answer, so that the database writes the cursors with the rows.
 */
export const cursorEnding = (scope: CursorScope, now: Date): string => {
  const hour = Math.floor(now.getTime() / hours(1)).toString(16);
  return `-${hour}-${computeCheck(scope, hour)}`;
};

/** The number as PostgreSQL's `to_hex` writes it; after a restore the numbers of older transactions are negative. */
const toHex = (number: string): string => BigInt.asUintN(64, BigInt(number)).toString(16);

export const writeCursor = ({ tx, id }: JournalCursor, ending: string): string => `${toHex(tx)}-${toHex(id)}${ending}`;

const wellFormed = /^([0-9a-f]{1,16})-([0-9a-f]{1,16})-([0-9a-f]{1,8})-([0-9a-f]{16})$/;

export type FeedCursor = {
  readonly position: JournalCursor;
  /** When the answer with the cursor was written, to the hour. */
  readonly readAt: Date;
};

/** Undefined for a text that is no cursor of the company. */
export function readCursor(text: string, scope: CursorScope): FeedCursor | undefined {
  const [, tx, id, hour, check] = wellFormed.exec(text) ?? [];
  if (tx === undefined || id === undefined || hour === undefined || check !== computeCheck(scope, hour))
    return undefined;
  const position = { tx: parseHex(tx), id: parseHex(id) };
  return { position, readAt: new Date(Number.parseInt(hour, 16) * hours(1)) };
}

const parseHex = (hex: string): string => BigInt.asIntN(64, BigInt(`0x${hex}`)).toString();

const computeCheck = ({ tenantId, server }: CursorScope, hour: string): string =>
  sha256(`event feed ${server} ${tenantId} ${hour}`).toString("hex").slice(0, 16);

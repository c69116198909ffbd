import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { JournalType } from "../../../journal/entry.ts";
import { journalEvents } from "../../../journal/events.ts";
import {
  findVisibleBound,
  isAfter,
  isBehindTransaction,
  positionBefore,
  type JournalCursor,
} from "../../../journal/journal.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { ApiError, validation } from "../../../kernel/errors.ts";
import type { FileBody } from "../../../kernel/file.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { endOfLines, maxJsonEvents, maxLines, type eventFeedRoutes } from "./contract.ts";
import { cursorEnding, readCursor, writeCursor, type CursorScope, type FeedCursor } from "./cursor.ts";
import * as queries from "./queries.ts";
import { readBatches, type EventReading } from "./reader.ts";
import type { EventPage, FeedEvent } from "./shapes.ts";

type EventQuery = Static<(typeof eventFeedRoutes.records.listEvents)["query"]>;

/** How far back a reader can begin, and how long a cursor can be continued. */
const feedDays = 30;
const defaultPageSize = 1000;
/** Statements of a page: with rare types it ends before its limit, and the reader goes on. */
const maxStatements = 100;
/** A page of long events ends with the statement that reaches it. */
const maxPageBytes = 16 * 1_048_576;

export async function listEvents(ctx: Context, query: EventQuery): Promise<EventPage> {
  const { limit = defaultPageSize } = query;
  if (limit > maxJsonEvents) throw validation("limit", { type: "integer", max: maxJsonEvents });
  const { reading, lines, position, isEnd } = await readPage(ctx, query, limit);
  const items: FeedEvent[] = JSON.parse(`[${lines.join("").trimEnd().replaceAll("\n", ",")}]`);
  return { items, cursor: writeCursor(position, reading.ending), hasMore: !isEnd };
}

/** Waits for the first events before the answer begins. */
export async function downloadEvents(ctx: Context, query: EventQuery): Promise<FileBody> {
  const { limit = maxLines } = query;
  const page = await readPage(ctx, query, Math.min(limit, defaultPageSize));
  return { name: "events.ndjson", content: streamContent(ctx, page, limit) };
}

async function* streamContent({ db }: Context, page: ReadPage, limit: number): AsyncGenerator<Uint8Array> {
  for (const lines of page.lines) yield Buffer.from(lines);
  let { position, isEnd } = page;
  if (!isEnd && page.count < limit) {
    const rest = { after: position, limit: limit - page.count };
    for await (const batch of readBatches(db, page.reading, rest)) {
      if (batch.lines !== "") yield Buffer.from(batch.lines);
      ({ position, isEnd } = batch);
    }
  }
  if (page.reading.types !== undefined) yield Buffer.from(endLine(page.reading, position, isEnd));
}

/** Events of other types have no lines: their reader goes on from here, so that it does not look at them again. */
const endLine = ({ ending }: EventReading, position: JournalCursor, isEnd: boolean): string =>
  `${JSON.stringify({ type: endOfLines, cursor: writeCursor(position, ending), hasMore: !isEnd })}\n`;

type ReadPage = {
  readonly reading: EventReading;
  readonly lines: readonly string[];
  readonly count: number;
  readonly position: JournalCursor;
  readonly isEnd: boolean;
};

/** The next events; while there are none, waits as long as the query says, and no longer than the client. */
async function readPage(ctx: Context, query: EventQuery, limit: number): Promise<ReadPage> {
  const types = parseTypes(query.types);
  const scope = { tenantId: ctx.db.tenantId, server: await queries.findServerId(ctx.db) };
  let reading = await beginReading(ctx, types, scope);
  const after = await findPosition(ctx, { after: query.after, scope, bound: reading.bound });
  let page = await collect(ctx, reading, { after, limit });
  const { journalWatch: watch } = ctx;
  const { wait = 0 } = query;
  if (page.count > 0 || wait === 0 || watch === undefined) return page;
  const ended = endOfWait(ctx, wait);
  while (page.count === 0 && !ended.aborted && !watch.isStopped) {
    if (page.isEnd) await watch.waitForEntries(scope.tenantId, page.position, ended);
    reading = await beginReading(ctx, types, scope);
    page = await collect(ctx, reading, { after: page.position, limit });
  }
  return page;
}

function endOfWait({ onDisconnect }: Context, wait: number): AbortSignal {
  const closed = new AbortController();
  onDisconnect?.(() => closed.abort());
  return AbortSignal.any([closed.signal, AbortSignal.timeout(wait * 1000)]);
}

async function beginReading(
  { db, clock }: Context,
  types: readonly JournalType[] | undefined,
  scope: CursorScope,
): Promise<EventReading> {
  const [bound, erasedIds] = [await findVisibleBound(db), await queries.listErasedContactIds(db)];
  return { bound, types, erasedIds, ending: cursorEnding(scope, clock.now()) };
}

async function collect(
  { db }: Context,
  reading: EventReading,
  { after, limit }: { readonly after: JournalCursor; readonly limit: number },
): Promise<ReadPage> {
  const lines: string[] = [];
  let page: ReadPage = { reading, lines, count: 0, position: after, isEnd: false };
  let [statements, bytes] = [0, 0];
  for await (const batch of readBatches(db, reading, { after, limit })) {
    if (batch.lines !== "") lines.push(batch.lines);
    page = { ...page, count: page.count + batch.count, position: batch.position, isEnd: batch.isEnd };
    statements += 1;
    bytes += Buffer.byteLength(batch.lines);
    if (statements === maxStatements || bytes >= maxPageBytes) break;
  }
  return page;
}

function parseTypes(text: string | undefined): readonly JournalType[] | undefined {
  if (text === undefined) return undefined;
  const known = journalEvents.map(({ type }) => type);
  return text.split(",").map((word) => {
    const type = known.find((item) => item === word.trim());
    if (type === undefined) throw validation("types", { allowed: known });
    return type;
  });
}

/** Transactions at or above the bound may still be running: no reader has got that far. */
async function findPosition(
  { db, clock }: Context,
  { after, scope, bound }: { readonly after: string | undefined; readonly scope: CursorScope; readonly bound: string },
): Promise<JournalCursor> {
  const oldest = addMs(clock.now(), -days(feedDays));
  if (after === undefined) return beforeFirst(await queries.findFirstEntry(db, oldest), bound);
  const cursor = readCursor(after, scope);
  if (cursor === undefined) throw validation("after", accepts.cursor);
  if (cursor.readAt < oldest || (await mayMissEvents(db, cursor)))
    throw new ApiError("expired", "cursor", { params: { days: feedDays } });
  if (bound !== nothingVisible && BigInt(cursor.position.tx) >= BigInt(bound))
    throw validation("after", accepts.cursor);
  return cursor.position;
}

/**
 * With JOURNAL_MONTHS=1, entries of the last weeks may be dropped already. Everything behind the end of an answer happened
 * after it. A cursor in the middle of older entries is safe while the journal has its entry or an earlier one.
 */
async function mayMissEvents(db: TenantDb, { position, readAt }: FeedCursor): Promise<boolean> {
  const keptSince = await queries.findFirstMonth(db);
  if (keptSince === undefined || addMs(readAt, -days(feedDays)) >= keptSince) return false;
  if (readAt < keptSince) return true;
  return !isBehindTransaction(position) && !(await queries.hasEntryUpTo(db, position));
}

/** The bound while entries may be invisible. */
const nothingVisible = "0";

function beforeFirst(first: JournalCursor | undefined, bound: string): JournalCursor {
  const end = positionBefore(bound);
  if (first === undefined || isAfter(first, end)) return end;
  return { tx: first.tx, id: String(BigInt(first.id) - 1n) };
}

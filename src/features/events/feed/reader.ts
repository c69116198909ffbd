import type { TenantDb } from "../../../db/tenant.ts";
import type { JournalType } from "../../../journal/entry.ts";
import { isAfter, positionBefore, type JournalCursor } from "../../../journal/journal.ts";
import { scanEvents } from "./queries.ts";

/** What stays the same for all statements of a request. */
export type EventReading = {
  readonly bound: string;
  readonly types: readonly JournalType[] | undefined;
  readonly erasedIds: readonly string[];
  /** The end of every cursor. */
  readonly ending: string;
};

type EventBatch = {
  readonly lines: string;
  readonly count: number;
  /** The position behind everything that was looked at. */
  readonly position: JournalCursor;
  /** All entries below the bound were read. */
  readonly isEnd: boolean;
};

/** Entries of a statement, which follow the size of those before: an entry of many contacts has tens of kilobytes. */
const minScan = 100;
const firstScan = 1000;
const maxScan = 5000;
const batchBytes = 1_048_576;

/**
 * Reads from the position on, a batch for each statement, up to `limit` events or the bound. The next statement runs while
 * a batch is sent.
 */
export async function* readBatches(
  db: TenantDb,
  reading: EventReading,
  { after, limit }: { readonly after: JournalCursor; readonly limit: number },
): AsyncGenerator<EventBatch> {
  let [position, left, size] = [after, limit, firstScan];
  const scan = () => scanEvents(db, { ...reading, after: position, scan: scanSize(reading, size, left), limit: left });
  let next = scan();
  for (;;) {
    const requested = scanSize(reading, size, left);
    const { lines, count, scanned, tx, id } = await next;
    const isEnd = scanned < requested && count < left;
    position = isEnd || tx === null || id === null ? endOf(reading, position) : { tx, id };
    const batch = { lines, count, position, isEnd };
    left -= count;
    if (isEnd || left === 0) {
      yield batch;
      return;
    }
    const bytesPerEntry = Math.max(1, lines.length / scanned);
    size = Math.max(minScan, Math.min(maxScan, size * 2, Math.floor(batchBytes / bytesPerEntry)));
    next = scan();
    // A reader that stops here does not wait for it.
    next.catch(() => undefined);
    yield batch;
  }
}

const scanSize = ({ types }: EventReading, size: number, left: number): number =>
  types === undefined ? Math.min(size, left) : size;

/** The position behind the bound, so that the next request does not look at the same entries again. */
function endOf({ bound }: EventReading, position: JournalCursor): JournalCursor {
  const end = positionBefore(bound);
  return isAfter(end, position) ? end : position;
}

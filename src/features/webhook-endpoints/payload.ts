/** Something that happened, as it is sent. `contactId` tells whose data it has and is not sent. */
export type StoredItem = {
  /** The same however often it is sent. */
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: unknown;
  readonly contactId: string | null;
};

export type Message = {
  readonly items: readonly StoredItem[];
  readonly isBatch: boolean;
  readonly createdAt: Date;
};

/** The body of a call; deterministic, so that every attempt sends the same. */
export function bodyOfMessage({ items, isBatch, createdAt }: Message): string {
  if (isBatch) {
    const sent = items.map(({ id, type, timestamp, data }) => ({ id, type, timestamp, data }));
    return JSON.stringify({ type: "batch", timestamp: createdAt.toISOString(), data: { items: sent } });
  }
  const [item] = items;
  return JSON.stringify(item === undefined ? {} : { type: item.type, timestamp: item.timestamp, data: item.data });
}

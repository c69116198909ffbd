import type { PendingQuery, SqlTag } from "./client.ts";
import { allInOrder, isTemplate, startingWith, writeWords } from "./statements.ts";

/** The statement of a row, and what became of it: the rows it returned, or undefined after a rollback. */
export type CommitStatement = {
  readonly build: (sql: SqlTag) => PendingQuery<object[]>;
  readonly settle: (rows: readonly object[] | undefined) => void;
};

/** A row that the first writing transaction of a handle commits together with its change. */
export type CommitRow = {
  /** Undefined when the row is written or being written. `result` is what the transaction answers, where it is known. */
  readonly start: (result?: unknown) => CommitStatement | undefined;
  /** False once the row is written or being written. */
  readonly isOpen: () => boolean;
};

/** Sends the statements that end a transaction in one round trip; COMMIT after a failed one is a rollback. */
export async function commitWithRow(
  connection: SqlTag,
  row: CommitRow | undefined,
  { result, last = [] }: { readonly result?: unknown; readonly last?: readonly Promise<unknown>[] },
): Promise<void> {
  const statement = row?.start(result);
  try {
    const written = statement?.build(connection).execute();
    await allInOrder([...last, ...(written === undefined ? [] : [written]), connection`commit`.execute()]);
    statement?.settle(await written);
  } catch (error) {
    statement?.settle(undefined);
    throw error;
  }
}

/** Runs a statement in a transaction of its own. */
type RunAlone = (build: (sql: SqlTag) => PendingQuery<object[]>) => Promise<unknown>;

/** Statements with a word of writing, and those that embed one as a fragment. */
const writing = new WeakSet<object>();

/** Templates are constants: each is searched once. */
const searched = new WeakMap<TemplateStringsArray, boolean>();

function hasWriteWords(strings: TemplateStringsArray): boolean {
  const found = searched.get(strings) ?? writeWords.test(strings.join(" "));
  searched.set(strings, found);
  return found;
}

const embedsWriting = (parts: readonly unknown[]): boolean =>
  parts.some((part) => typeof part === "object" && part !== null && writing.has(part));

/** A tag whose writing statements commit the row, unless a transaction did before. */
export function tagWithRow(tag: SqlTag, row: CommitRow, runAlone: RunAlone): SqlTag {
  const redirect = (query: Promise<unknown>, build: (sql: SqlTag) => PendingQuery<object[]>): void => {
    writing.add(query);
    const runDirectly = query.then.bind(query);
    let outcome: Promise<unknown> | undefined;
    const run = () => (outcome ??= row.isOpen() ? runAlone(build) : runDirectly());
    void Object.assign(query, startingWith(query, run));
  };
  return new Proxy(tag, {
    apply: (target, self, args: Parameters<SqlTag>) => {
      const query: unknown = Reflect.apply(target, self, args);
      const [strings, ...parts] = args;
      const isWriting = isTemplate(strings) && (hasWriteWords(strings) || embedsWriting(parts));
      if (isWriting && query instanceof Promise) redirect(query, (sql) => Reflect.apply(sql, undefined, args));
      return query;
    },
    get: (target, name) => {
      if (name !== "unsafe") return Reflect.get(target, name);
      return (...args: Parameters<SqlTag["unsafe"]>) => {
        const query = target.unsafe(...args);
        if (writeWords.test(args[0])) redirect(query, (sql) => sql.unsafe(...args));
        return query;
      };
    },
  });
}

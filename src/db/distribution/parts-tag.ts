import { BoundedCache } from "../../kernel/bounded-cache.ts";
import { isConnectionLost, type PendingQuery, type SqlTag } from "../client.ts";
import { isTemplate, startingWith } from "../statements.ts";
import { PartRun, type RunFlat } from "./run-parts.ts";
import { routableInsert, statementParts } from "./statement-parts.ts";
import {
  flattenNumbered,
  flattenTemplate,
  numberValues,
  valueMark,
  type FlatStatement,
  type Template,
} from "./statement-text.ts";

/** What the statements and fragments of the tags were written as. */
const templates = new WeakMap<object, Template>();

const templateOf = (value: unknown): Template | undefined =>
  typeof value === "object" && value !== null ? templates.get(value) : undefined;

/** A statement of a cluster's tag, with its fragments written out. */
export function flattenedStatement(query: object): FlatStatement {
  const template = templates.get(query);
  if (template === undefined) throw new Error("the statement was not written with the tag of a cluster");
  return flattenTemplate(template, templateOf);
}

/** The client keeps what it knows about a template as long as it lives: the same text is the same object if possible. */
const stringsOfText = new BoundedCache<string, TemplateStringsArray>(1000);

function stringsOf(text: string): TemplateStringsArray {
  const parts = text.split(valueMark);
  const strings = stringsOfText.get(text) ?? Object.assign(parts, { raw: parts });
  stringsOfText.set(text, strings);
  return strings;
}

/** Runs a statement in its turn: as one, or in parts on a connection. */
type Start = (run: () => Promise<unknown>, runParts?: (tag: SqlTag) => Promise<object[]>) => Promise<unknown>;

/** How the parts of a statement are run: in the way of the statement. */
type RunWith = (tag: SqlTag) => RunFlat;

const runTemplate: RunWith =
  (tag) =>
  ({ text, values }) => {
    const query: PendingQuery<object[]> = Reflect.apply(tag, undefined, [stringsOf(text), ...values]);
    return query;
  };

type UnsafeArguments = Parameters<SqlTag["unsafe"]>;

const runNumbered =
  (options: UnsafeArguments[2]): RunWith =>
  (tag) =>
  ({ text, values }) => {
    const query: PendingQuery<object[]> = Reflect.apply(Reflect.get(tag, "unsafe"), tag, [
      numberValues(text),
      values,
      options,
    ]);
    return query;
  };

/** A tag, and when its statements run. */
type Redirection = { readonly tag: SqlTag; readonly start: Start };

type Redirected = { readonly flatten: () => FlatStatement; readonly runWith: RunWith };

function redirect(query: Promise<unknown>, { tag, start }: Redirection, { flatten, runWith }: Redirected): void {
  const runAsItIs = query.then.bind(query);
  let outcome: Promise<unknown> | undefined;
  const run = () => {
    if (outcome === undefined) {
      const statement = flatten();
      const parts = statementParts(statement.text);
      const text = routableInsert(statement.text);
      outcome = start(
        // Sent at once, like the statement itself: a COMMIT may follow it without waiting.
        // Both ways take as many steps, so that errors of statements that were sent together are seen in their order.
        () =>
          text === statement.text
            ? runAsItIs()
            : runWith(tag)({ ...statement, text })
                .execute()
                .then((rows) => rows),
        parts && ((inner) => new PartRun(runWith(inner), statement, parts).finish()),
      );
    }
    return outcome;
  };
  void Object.assign(query, startingWith(query, run));
}

const redirectTag = (tag: SqlTag, start: Start): SqlTag =>
  new Proxy(tag, {
    apply: (target, self, args: Parameters<SqlTag>) => {
      const query: unknown = Reflect.apply(target, self, args);
      const [strings, ...values] = args;
      if (!(query instanceof Promise) || !isTemplate(strings)) return query;
      const template = { strings, args: values };
      templates.set(query, template);
      redirect(query, { tag, start }, { flatten: () => flattenTemplate(template, templateOf), runWith: runTemplate });
      return query;
    },
    get: (target, name) => {
      if (name !== "unsafe") return Reflect.get(target, name);
      return (...args: UnsafeArguments) => {
        const query = target.unsafe(...args);
        const [text, params = [], options] = args;
        redirect(
          query,
          { tag, start },
          { flatten: () => flattenNumbered(text, params), runWith: runNumbered(options) },
        );
        return query;
      };
    },
  });

/**
 * The tag of a transaction's connection. Statements that are sent while one runs in parts wait for its end; they fail with it
 * when the connection is lost, because the client may use it for others by then.
 */
export function connectionPartsTag(tag: SqlTag): SqlTag {
  let running: Promise<unknown> | undefined;
  return redirectTag(tag, (run, runParts) => {
    if (runParts === undefined) return running === undefined ? run() : running.then(run);
    const work = running === undefined ? runParts(tag) : running.then(() => runParts(tag));
    const end = work.then(() => undefined, throwIfLost);
    running = end;
    const free = () => {
      if (running === end) running = undefined;
    };
    end.then(free, () => undefined);
    return work;
  });
}

function throwIfLost(error: unknown): void {
  if (isConnectionLost(error)) throw error;
}

/** The tag of a pool. A statement that runs in parts gets a transaction of its own. */
export const poolPartsTag = (
  tag: SqlTag,
  begin: (run: (inner: SqlTag) => Promise<object[]>) => Promise<object[]>,
): SqlTag => redirectTag(tag, (run, runParts) => (runParts === undefined ? run() : begin(runParts)));

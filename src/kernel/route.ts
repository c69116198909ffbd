import type { Static, TObject, TSchema } from "typebox";
import type { Level, Module } from "./access.ts";
import type { Upload } from "./file.ts";
import type { Protocol } from "./protocol.ts";

/**
 * Every HTTP operation is one record of plain data. The router, the permission check, the OpenAPI document and the test
 * matrix are functions of it.
 */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: `member_or_key`; `member`: a signed-in member only (a key gets 403 api_key); `signed_in`: any signed-in
 * person, outside a company; `assistant`: the holder of an access token of OAuth or of an API key; `public`: anybody.
 */
export type Access = "member_or_key" | "member" | "signed_in" | "assistant" | "public";

/** What a mistake costs: `irreversible` requires a preview and a confirmation when an assistant calls it. */
export type Risk = "read" | "write" | "irreversible";

/**
 * What a write causes outside the company's own data. `sends`: e-mails to people, at once or by what it starts.
 * `discloses`: data leave the company, or go to other addresses from now on. `depends`: the arguments and what is active
 * decide (`surfaces/mcp/effects`). Assistants need a preview and a confirmation for all but `internal`, and the company's
 * `assistantSending` applies.
 */
export type Effect = "internal" | "sends" | "discloses" | "depends";

/**
 * How assistants reach the operation: `core` as a tool of its own with that name, `catalog` through the tools `api_read`
 * and `api_write`, `never` not at all.
 */
export type McpExposure = { readonly core: string } | "catalog" | "never";

/** What records of reads and writes have in common. */
export type RouteParts = {
  /** Relative to the company, or absolute for operations of visitors. */
  readonly path: string;
  readonly mcp: McpExposure;
  readonly summary: string;
  /** What changes nothing is `read`: every GET, and whatever is of risk `read`. The rest is `full`, unless stated. */
  readonly level?: Level;
  readonly access?: Access;
  /** Overrides the group's module; null for an operation that every member may call. */
  readonly module?: Module | null;
  /** A second module whose level is enough, where a part of the data belongs to it. */
  readonly otherModule?: Module;
  /** Parameters in the path are ids unless a schema says otherwise. */
  readonly params?: TObject;
  readonly query?: TObject;
  /** Values of the query parameter `format` by the media type in Accept that stands for them. */
  readonly acceptedFormats?: Readonly<Record<string, string>>;
  readonly body?: TSchema;
  /**
   * Array fields that error paths leave out, by the body field they lie in: with `{ definition: "rules" }` the path
   * `definition.rules.0.value` is reported as `definition.0.value`.
   */
  readonly implicitPathSteps?: Readonly<Record<string, string>>;
  /**
   * Takes a form with one file of at most this size; with a `body`, JSON is accepted too. `fields` describes the text fields that may accompany the file; the
   * operation validates them.
   */
  readonly upload?: { readonly maxBytes: number; readonly fields?: TObject };
  /**
   * Follows from the path unless stated. `oauth`: errors have the shape of RFC 6749, and the operation checks its
   * parameters itself, because their errors have codes of their own and may be redirects. `json_rpc`: errors are those
   * of JSON-RPC 2.0.
   */
  readonly protocol?: Protocol;
  /** The body is URL-encoded; the handler gets `URLSearchParams`. */
  readonly bodyFormat?: "form";
  /** Success answers by status; null has no body, `FileOf` is a file, `Redirect` an address. */
  readonly answers: Readonly<Record<number, TSchema | null>>;
  /** `code message` as in part 7. */
  readonly errors: readonly string[];
};

/** GET is a read, unless stated. */
export type ReadRecord = RouteParts & {
  readonly effect?: never;
  readonly isAutosave?: never;
} & ({ readonly method: "GET"; readonly risk?: "read" } | { readonly method: Method; readonly risk: "read" });

type WriteRisk = Exclude<Risk, "read">;

/** DELETE is `irreversible` and every other method `write`, unless stated. A write that does not name its effect does not compile. */
export type WriteRecord = RouteParts & {
  readonly effect: Effect;
  /** An editor repeats it while a person types: the audit log has one row per actor, object and hour. */
  readonly isAutosave?: boolean;
} & (
    | { readonly method: Exclude<Method, "GET">; readonly risk?: WriteRisk }
    | { readonly method: "GET"; readonly risk: WriteRisk }
  );

export type RouteRecord = ReadRecord | WriteRecord;

export type RouteRecords = Readonly<Record<string, RouteRecord>>;

/** `company` operations work inside a company, `visitor` operations outside any (sign-in, public price list). */
export type Caller = "company" | "visitor";

export type Routes<Records extends RouteRecords = RouteRecords, Of extends Caller = Caller> = {
  readonly tag: string;
  readonly module: Module | null;
  readonly caller: Of;
  readonly records: Records;
};

export function defineRoutes<const Records extends RouteRecords>(
  tag: string,
  module: Module | null,
  records: Records,
): Routes<Records, "company"> {
  return { tag, module, caller: "company", records };
}

export function defineVisitorRoutes<const Records extends RouteRecords>(
  tag: string,
  records: Records,
): Routes<Records, "visitor"> {
  return { tag, module: null, caller: "visitor", records };
}

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

type ParamsOf<Record extends RouteRecord> = { [Name in PathParams<Record["path"]>]: string };
type Shape<Schema> = Schema extends TSchema ? Static<Schema> : undefined;
type Checked<Record extends RouteRecord, Value> = Record["protocol"] extends "oauth" ? unknown : Value;
type Status<Record extends RouteRecord> = keyof Record["answers"] & number;
type AnswerBody<Schema> = Schema extends TSchema ? Static<Schema> : void;
type AnswerOf<Record extends RouteRecord, Code extends Status<Record>> = Code extends Code
  ? { readonly status: Code; readonly body: AnswerBody<Record["answers"][Code]> }
  : never;

type IsUnion<Union, Whole = Union> = Union extends Whole ? ([Whole] extends [Union] ? false : true) : never;

/** An operation that accepts a file or JSON gets exactly one of them. */
type BodyOf<Record extends RouteRecord> = Record["upload"] extends object
  ? Shape<Record["body"]> | undefined
  : Shape<Record["body"]>;
type UploadOf<Record extends RouteRecord> = Record["upload"] extends object
  ? Record["body"] extends TSchema
    ? Upload | undefined
    : Upload
  : undefined;

export type InputOf<Record extends RouteRecord> = {
  readonly params: ParamsOf<Record>;
  readonly query: Checked<Record, Shape<Record["query"]>>;
  readonly body: Checked<Record, BodyOf<Record>>;
  readonly upload: UploadOf<Record>;
};

/** A route with one success status returns its body; one with several returns `{status, body}`. */
export type OutputOf<Record extends RouteRecord> =
  IsUnion<Status<Record>> extends true
    ? AnswerOf<Record, Status<Record>>
    : AnswerBody<Record["answers"][Status<Record>]>;

/** Declared as a method (bivariant parameters), so that the router can keep handlers of all routes in one list. */
export type Handler<Context, Record extends RouteRecord> = {
  handle(context: Context, input: InputOf<Record>): Promise<OutputOf<Record>>;
}["handle"];

type AnyInput = { params: unknown; query: unknown; body: unknown; upload: Upload | undefined };

export type AnyHandler<Context> = {
  handle(context: Context, input: AnyInput): Promise<unknown>;
}["handle"];

/** A missing or misspelt operation does not compile. */
export type HandlersOf<Context, Records extends RouteRecords> = {
  readonly [Name in keyof Records]: Handler<Context, Records[Name]>;
};

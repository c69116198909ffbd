import type { Static, TSchema } from "typebox";
import type { features } from "../../src/registry/features.ts";
import type { RouteRecord } from "../../src/kernel/route.ts";

/**
 * Types of every operation, derived from the contracts of the server. Only types are imported: no code of the server
 * is bundled. An operation is named by its method and path: `GET /contacts/{id}`.
 */
type ValueOf<Union> = Union extends Union ? Union[keyof Union] : never;
type Contracts = ValueOf<(typeof features)[number]["contracts"]>;
type RecordsOf<Contract> = Contract extends { readonly records: infer Records } ? ValueOf<Records> : never;
type AnyRecord = Extract<RecordsOf<Contracts>, RouteRecord>;

type Operations = { [Item in AnyRecord as `${Item["method"]} ${Item["path"]}`]: Item };

export type OperationName = keyof Operations;
export type ReadOperation = Extract<OperationName, `GET ${string}`>;

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

type Shape<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

type ParamsPart<Item extends RouteRecord> = [PathParams<Item["path"]>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<PathParams<Item["path"]>, string>> };

/** Filters that are not set may be passed as undefined; they are left out of the address. */
type Loose<Query> = { readonly [Name in keyof Query]: Query[Name] | undefined };

type QueryPart<Item extends RouteRecord> = Item["query"] extends TSchema
  ? object extends Static<Item["query"]>
    ? { readonly query?: Loose<Static<Item["query"]>> }
    : { readonly query: Loose<Static<Item["query"]>> }
  : { readonly query?: never };

/** An operation that takes a file gets `form` instead of, or as an alternative to, a JSON body. */
type BodyPart<Item extends RouteRecord> = Item["upload"] extends object
  ? { readonly form?: FormData; readonly body?: Shape<Item["body"]> }
  : Item["body"] extends TSchema
    ? { readonly body: Static<Item["body"]> }
    : { readonly body?: never };

export type InputOf<Name extends OperationName> = ParamsPart<Operations[Name]> &
  QueryPart<Operations[Name]> &
  BodyPart<Operations[Name]>;

/** No argument where the operation needs none. */
export type InputArguments<Name extends OperationName> =
  object extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>];

type AnswerBody<Schema> = Schema extends TSchema ? Static<Schema> : undefined;
type AnswersOf<Item extends RouteRecord> = Item["answers"][keyof Item["answers"] & number];

export type OutputOf<Name extends OperationName> =
  AnswersOf<Operations[Name]> extends infer Answer ? (Answer extends Answer ? AnswerBody<Answer> : never) : never;

/** Every `code message` that some operation declares; a misspelt one does not compile. */
export type DeclaredError = AnyRecord["errors"][number];

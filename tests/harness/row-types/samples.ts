import { SignatureKind, TypeFlags, type Checker, type Type } from "typescript/unstable/sync";

/**
 * Values of a type, as arguments for the functions that make statements. `variant` decides between alternatives: 0 takes the
 * first of each and every optional property, 1 null and absent where they are allowed, 2 and up the next alternatives.
 */
export type Sampler = {
  readonly checker: Checker;
  readonly variant: number;
  /** Numbers of rows and of arguments differ, so that comparisons between them have both outcomes. */
  readonly number: number;
  /** Values of the types that stand for the database and for SQL. */
  readonly known: Readonly<Record<KnownKind, (name: string) => unknown>>;
};

export type KnownKind = "tag" | "fragment" | "node" | "prepared" | "handle";

/** `name` of the parameter or property. */
type Maker = (sampler: Sampler, name: string) => unknown;

/** Questions to the compiler are what takes time: each type is asked about once. */
const makers = new WeakMap<Type, Maker>();

export function createSample(sampler: Sampler, type: Type, name = ""): unknown {
  const maker = makers.get(type) ?? findMaker(sampler.checker, type);
  makers.set(type, maker);
  return maker(sampler, name);
}

const has = (type: Type, flag: TypeFlags): boolean => (type.flags & flag) !== 0;

const nameOf = (type: Type): string => (type.getAliasSymbol() ?? type.getSymbol())?.name ?? "";

const builtIn: Readonly<Record<string, (element: () => unknown) => unknown>> = {
  Date: () => new Date("2026-01-15T12:00:00Z"),
  Map: () => new Map(),
  ReadonlyMap: () => new Map(),
  Set: (element) => new Set([element()]),
  ReadonlySet: (element) => new Set([element()]),
  Promise: (element) => element(),
  Buffer: () => Buffer.alloc(32, 1),
  Uint8Array: () => Buffer.alloc(32, 1),
};

const knownNames: Readonly<Record<string, KnownKind>> = {
  Fragment: "fragment",
  PendingQuery: "fragment",
  PreparedStatement: "prepared",
  ReservedSql: "tag",
  Sql: "tag",
  SqlNode: "node",
  SqlTag: "tag",
  Statement: "fragment",
};

function findMaker(checker: Checker, type: Type): Maker {
  if (type.isUnionType()) return makerOfUnion(type.getTypes());
  if (type.isLiteralType()) {
    const { value } = type;
    return () => value;
  }
  if (has(type, TypeFlags.String | TypeFlags.TemplateLiteral)) return createString;
  if (has(type, TypeFlags.Number)) return ({ number }) => number;
  if (has(type, TypeFlags.BigInt)) return () => 1n;
  if (has(type, TypeFlags.Null)) return () => null;
  if (has(type, TypeFlags.Object | TypeFlags.Intersection)) return makerOfObject(checker, type);
  const constraint = type.isTypeParameter() ? checker.getConstraintOfTypeParameter(type) : undefined;
  if (constraint !== undefined) return (sampler, name) => createSample(sampler, constraint, name);
  return has(type, TypeFlags.Unknown | TypeFlags.Any | TypeFlags.TypeParameter) ? () => ({}) : () => undefined;
}

/** Text whose form matters, by name; other text is an id. */
const textsByName: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^sort$|reversed/, ["id", "createdAt", "name", "-createdAt"]],
  [/timeZone/i, ["Europe/Prague"]],
  [/^field$/, ["birthday", "nameDay"]],
  [/at$|since|until|^from$|^to$|before|after|created/i, ["1", "2026-01-15T12:00:00Z"]],
  [/day$|date$|month$/i, ["2026-01-15"]],
];

function createString({ variant }: Sampler, name: string): string {
  const texts = textsByName.find(([pattern]) => pattern.test(name))?.[1] ?? ["1"];
  return texts[variant % texts.length] ?? "1";
}

const isEmpty = (type: Type): boolean => has(type, TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void);

function makerOfUnion(types: readonly Type[]): Maker {
  const empty = types.find(isEmpty);
  const full = types.filter((type) => !isEmpty(type));
  return (sampler, name) => {
    const { variant } = sampler;
    if (variant === 1 && empty !== undefined) return has(empty, TypeFlags.Null) ? null : undefined;
    const chosen = full[(variant < 2 ? variant : variant - 1) % full.length];
    return chosen === undefined ? null : createSample(sampler, chosen, name);
  };
}

function makerOfObject(checker: Checker, type: Type): Maker {
  const known = knownNames[type.getSymbol()?.name ?? ""] ?? knownNames[nameOf(type)];
  if (known !== undefined) return ({ known: values }, name) => values[known](name);
  const parts = type.isTypeReference() ? checker.getTypeArguments(type) : [];
  const element = (sampler: Sampler, name: string): unknown =>
    parts[0] === undefined ? undefined : createSample(sampler, parts[0], name);
  const build = builtIn[nameOf(type)];
  if (build !== undefined) return (sampler, name) => build(() => element(sampler, name));
  if (checker.isTupleType(type)) return (sampler, name) => parts.map((part) => createSample(sampler, part, name));
  if (checker.isArrayLikeType(type)) return (sampler, name) => (name === "dependents" ? [] : [element(sampler, name)]);
  const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call);
  if (signature !== undefined) {
    const result = checker.getReturnTypeOfSignature(signature);
    return (sampler) => () => (result === undefined ? undefined : createSample(sampler, result));
  }
  return makerOfProperties(checker, type);
}

/** Properties are made when they are read: types refer to themselves. */
function makerOfProperties(checker: Checker, type: Type): Maker {
  const symbols = checker.getPropertiesOfType(type).filter(({ name }) => !name.startsWith("__@"));
  if (symbols.some(({ name }) => name === "sql")) return ({ known }, name) => known.handle(name);
  const types = symbols.length === 0 ? [] : checker.getTypeOfSymbol(symbols);
  return (sampler) => {
    const made: object = {};
    for (const [index, { name }] of symbols.entries()) {
      const state: { value?: { readonly of: unknown } } = {};
      const own = types[index];
      Object.defineProperty(made, name, {
        enumerable: true,
        configurable: true,
        get: () => (state.value ??= { of: own && createSample(sampler, own, name) }).of,
        set: (value: unknown) => {
          state.value = { of: value };
        },
      });
    }
    return made;
  };
}

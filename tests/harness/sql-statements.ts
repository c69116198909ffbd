import path from "node:path";
import { parseSync } from "vite";
import { importsOf, sourceFiles, sourceRoot, textOf, type SourceImport } from "./source-files.ts";

/**
 * The SQL of the source, read from its tagged templates. A fragment that is embedded by name or by a call is written out
 * in its place; of alternatives, all are. What is not SQL becomes a parameter.
 */
export type SqlStatement = { readonly file: string; readonly line: number; readonly text: string };

type Tree = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && "type" in value;

const typeKeys = new Set(["typeAnnotation", "typeArguments", "typeParameters", "returnType"]);

const childrenOf = (tree: Tree): Tree[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeKeys.has(key) ? [] : (Array.isArray(value) ? value : [value]).filter(isTree),
  );

/** Outermost matches only. */
const findIn = (tree: Tree, matches: (tree: Tree) => boolean): Tree[] =>
  matches(tree) ? [tree] : childrenOf(tree).flatMap((child) => findIn(child, matches));

const nameOf = (tree: unknown): string => (isTree(tree) && typeof tree["name"] === "string" ? tree["name"] : "");

const tagNames = new Set(["sql", "node", "tag", "connection", "admin"]);

function isSqlTemplate(tree: Tree): boolean {
  if (tree.type !== "TaggedTemplateExpression" || !isTree(tree["tag"])) return false;
  const { tag } = tree;
  return tagNames.has(nameOf(isTree(tag["property"]) ? tag["property"] : tag));
}

/** A declared name is known inside `scope`, the function around it, or everywhere. */
type Declaration = { readonly file: string; readonly tree: Tree; readonly scope: Tree | undefined };

type SourceFile = {
  readonly templates: readonly Tree[];
  readonly declarations: ReadonlyMap<string, Declaration[]>;
  readonly imports: readonly SourceImport[];
};

const isFunction = ({ type }: Tree): boolean => /Function/.test(type);

/** Parsing takes most of the time, and most files have no statement. */
const hasStatements = (file: string): boolean => /\b(?:sql|node|tag|connection|admin)(?:<[^`]*>)?`/.test(textOf(file));

function readSource(file: string): SourceFile {
  if (!hasStatements(file)) return { templates: [], declarations: new Map(), imports: [] };
  const { program }: { program: unknown } = parseSync(path.join(sourceRoot, file), textOf(file));
  if (!isTree(program)) throw new Error(`${file} is no program`);
  const declarations = new Map<string, Declaration[]>();
  const visit = (tree: Tree, scope: Tree | undefined): void => {
    const isDeclaring = tree.type === "VariableDeclarator" || tree.type === "FunctionDeclaration";
    const name = isDeclaring ? nameOf(tree["id"]) : "";
    if (name !== "") declarations.set(name, [...(declarations.get(name) ?? []), { file, tree, scope }]);
    for (const child of childrenOf(tree)) visit(child, isFunction(tree) ? tree : scope);
  };
  visit(program, undefined);
  return { templates: findIn(program, isSqlTemplate), declarations, imports: importsOf(file) };
}

const sources = new Map<string, SourceFile>();

function parseSource(file: string): SourceFile {
  const known = sources.get(file) ?? readSource(file);
  sources.set(file, known);
  return known;
}

type Place = { readonly file: string; readonly tree: Tree };

const isInside = (tree: Tree, scope: Tree | undefined): boolean =>
  scope === undefined || (scope.start <= tree.start && tree.end <= scope.end);

/** What a name stands for at a place: declarations around it, or those of the files that it is imported from. */
function resolveName(name: string, { file, tree }: Place): Declaration[] {
  const own = (parseSource(file).declarations.get(name) ?? []).filter(({ scope }) => isInside(tree, scope));
  if (own.length > 0) return own;
  return parseSource(file)
    .imports.filter(
      ({ target, names }) => sourceFiles.includes(target) && (names.includes(name) || names.includes("*")),
    )
    .flatMap(({ target }) => parseSource(target).declarations.get(name) ?? [])
    .filter(({ scope }) => scope === undefined);
}

const parameter = "$1";

const treesOf = (value: unknown): Tree[] => (Array.isArray(value) ? value.filter(isTree) : []);

const rawTextOf = ({ value }: Tree): string =>
  typeof value === "object" && value !== null && "raw" in value ? String(value.raw) : "";

/** `open` is what is being written out, against recursion. */
function textOfTemplate({ file, tree }: Place, open: readonly Tree[]): string {
  const quasi = isTree(tree["quasi"]) ? tree["quasi"] : tree;
  const expressions = treesOf(quasi["expressions"]);
  return treesOf(quasi["quasis"])
    .map((part, index) => {
      const text = rawTextOf(part);
      const embedded = expressions[index];
      return embedded === undefined ? text : text + textOfExpression({ file, tree: embedded }, open);
    })
    .join("");
}

/** `of.table("campaign")` of a query over all companies is that table. */
function tableOf(tree: Tree): string | undefined {
  const { callee } = tree;
  if (tree.type !== "CallExpression" || !isTree(callee)) return undefined;
  const name = nameOf(callee["property"]) || nameOf(callee);
  return name === "table" || name === "companyTable" ? literalOf(treesOf(tree["arguments"])[0]) : undefined;
}

const literalOf = (tree: Tree | undefined): string | undefined =>
  typeof tree?.["value"] === "string" ? tree["value"] : undefined;

function textOfExpression({ file, tree }: Place, open: readonly Tree[]): string {
  const table = tableOf(tree);
  if (table !== undefined) return table;
  const own = findIn(tree, isSqlTemplate).map((found) => textOfTemplate({ file, tree: found }, open));
  const named = findIn(tree, ({ type }) => type === "Identifier")
    .flatMap((name) => resolveName(nameOf(name), { file, tree: name }))
    .map((declaration) => textOfDeclaration(declaration, open));
  const texts = [...new Set([...own, ...named])].filter((text) => text !== "");
  return texts.length === 0 ? parameter : texts.join(" ");
}

const written = new Map<Tree, string>();

/** All fragments inside a declaration. */
function textOfDeclaration({ file, tree }: Place, open: readonly Tree[]): string {
  if (open.includes(tree)) return "";
  const known = written.get(tree);
  if (known !== undefined) return known;
  const templates = findIn(tree, isSqlTemplate);
  const text = templates.map((found) => textOfTemplate({ file, tree: found }, [...open, tree])).join(" ");
  written.set(tree, text);
  return text;
}

const oneLine = (text: string) => text.replace(/--.*$/gm, "").replace(/\s+/g, " ").trim();

export const listSqlStatements = (): SqlStatement[] =>
  sourceFiles.flatMap((file) =>
    parseSource(file).templates.map((tree) => ({
      file,
      line: textOf(file).slice(0, tree.start).split("\n").length,
      text: oneLine(textOfTemplate({ file, tree }, [])),
    })),
  );

/** A part that is written with `inParts`. */
export type SourcePart = {
  readonly name: string;
  readonly reads: readonly string[];
  readonly text: string;
  /** A cluster repeats it in each part that reads it. */
  readonly isInlined: boolean;
};

/** A statement that is written with `inParts`; `text` is the one statement that plain PostgreSQL runs. */
export type SourceStatementInParts = SqlStatement & {
  readonly parts: readonly SourcePart[];
  readonly last: SourcePart;
};

const partFunctions = new Set(["part", "partIfRows", "inlinedPart"]);
const runFunctions = new Set(["inParts", "inPartsUnprepared"]);

const isCallOf = (tree: Tree, names: ReadonlySet<string>): boolean =>
  tree.type === "CallExpression" && names.has(nameOf(tree["callee"]));

/** The strings of the arrays in a tree, with those of the names that it spreads. */
const literalsIn = (tree: Tree | undefined): string[] =>
  tree === undefined
    ? []
    : findIn(tree, (found) => literalOf(found) !== undefined).flatMap((found) => literalOf(found) ?? []);

const partOf = (
  name: string,
  { file, tree }: Place,
  [reads, statement]: readonly (Tree | undefined)[],
): SourcePart => ({
  name,
  reads: literalsIn(reads),
  text: oneLine(statement === undefined ? "" : textOfExpression({ file, tree: statement }, [tree])),
  isInlined: nameOf(tree["callee"]) === "inlinedPart",
});

/** The parts in a tree and in what it names, in their order. */
function partsIn({ file, tree }: Place, open: readonly Tree[]): SourcePart[] {
  if (isCallOf(tree, partFunctions)) {
    const [name, ...rest] = treesOf(tree["arguments"]);
    return [partOf(literalOf(name) ?? "$1", { file, tree }, rest)];
  }
  if (tree.type === "Identifier")
    return resolveName(nameOf(tree), { file, tree }).flatMap((declared) =>
      open.includes(declared.tree) ? [] : partsIn(declared, [...open, declared.tree]),
    );
  return childrenOf(tree).flatMap((child) => partsIn({ file, tree: child }, open));
}

function lastsIn({ file, tree }: Place): SourcePart[] {
  const named =
    tree.type === "Identifier" ? resolveName(nameOf(tree), { file, tree }).map((found) => found.tree) : [tree];
  return named
    .flatMap((found) => findIn(found, (each) => isCallOf(each, new Set(["lastPart"]))))
    .map((last) => partOf("", { file, tree: last }, treesOf(last["arguments"])));
}

const propertyOf = (tree: Tree, name: string): Tree | undefined =>
  treesOf(tree["properties"])
    .filter((property) => nameOf(property["key"]) === name)
    .map((property) => property["value"])
    .find(isTree);

/** The parts and the end of a statement: arguments of `inParts`, or an object of both. */
function piecesOf(tree: Tree): { readonly parts: Tree; readonly last: Tree } | undefined {
  const [, first, second] = treesOf(tree["arguments"]);
  const [parts, last] = isCallOf(tree, runFunctions)
    ? [first, second]
    : tree.type === "ObjectExpression"
      ? [propertyOf(tree, "parts"), propertyOf(tree, "last")]
      : [];
  return parts === undefined || last === undefined ? undefined : { parts, last };
}

const callsInParts = (file: string): boolean => /\blastPart\(/.test(textOf(file));

export const listStatementsInParts = (): SourceStatementInParts[] =>
  sourceFiles.filter(callsInParts).flatMap((file) => {
    const { program }: { program: unknown } = parseSync(path.join(sourceRoot, file), textOf(file));
    if (!isTree(program)) return [];
    const found: Tree[] = [];
    const visit = (tree: Tree): void => {
      if (piecesOf(tree) !== undefined) found.push(tree);
      for (const child of childrenOf(tree)) visit(child);
    };
    visit(program);
    return found.flatMap((tree) => {
      const pieces = piecesOf(tree);
      if (pieces === undefined) return [];
      const parts = partsIn({ file, tree: pieces.parts }, []);
      const line = textOf(file).slice(0, tree.start).split("\n").length;
      return lastsIn({ file, tree: pieces.last }).map((last) => ({
        file,
        line,
        parts,
        last,
        text: `with ${parts.map(({ name, text }) => `${name} as (${text})`).join(", ")} ${last.text}`,
      }));
    });
  });

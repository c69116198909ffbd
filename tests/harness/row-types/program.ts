import path from "node:path";
import { API, type Checker, type Project, type Type } from "typescript/unstable/sync";
import {
  isCallExpression,
  isNoSubstitutionTemplateLiteral,
  isTaggedTemplateExpression,
} from "typescript/unstable/ast/is";
import type { CallExpression, Node, SourceFile, TaggedTemplateExpression, TypeNode } from "typescript/unstable/ast";
import { sourceFiles, sourceRoot, textOf } from "../source-files.ts";

const configFile = path.join(import.meta.dirname, "tsconfig.json");

export type Program = { readonly project: Project; readonly checker: Checker; close(): void };

export function openProgram(): Program {
  const api = new API({ cwd: sourceRoot });
  const project = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile);
  if (project === undefined) throw new Error(`${configFile} is no project`);
  return { project, checker: project.checker, close: () => api.close() };
}

/** A statement whose rows have a declared type. */
export type TypedStatement = {
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** The constant parts of a template; undefined for a call. */
  readonly parts: readonly string[] | undefined;
  readonly row: Type;
};

const rowRunners = /\b(?:unsafe|runUnprepared|runPrepared|inParts|inPartsUnprepared|finalInParts|runPreparedInParts)$/;

type Written = CallExpression | TaggedTemplateExpression;

function nodesIn(root: SourceFile): Written[] {
  const found: Written[] = [];
  const visit = (node: Node): void => {
    if (isTaggedTemplateExpression(node) && node.typeArguments !== undefined) found.push(node);
    else if (
      isCallExpression(node) &&
      node.typeArguments !== undefined &&
      rowRunners.test(node.expression.getText(root))
    )
      found.push(node);
    node.forEachChild((child) => visit(child));
  };
  visit(root);
  return found;
}

export const filesWithStatements: readonly string[] = sourceFiles.filter((file) =>
  /\b(?:sql|tag|connection|admin|reserved|unsafe|runUnprepared|runPrepared|inParts|inPartsUnprepared|finalInParts|runPreparedInParts)(?:<[^`]*>)?[`(]/.test(
    textOf(file),
  ),
);

/** The declared type of a row; a parameter of a generic function is none. */
function findRowType(checker: Checker, argument: TypeNode | undefined, isCall: boolean): Type | undefined {
  const declared = argument && checker.getTypeFromTypeNode(argument);
  const row = isCall || declared?.isTypeReference() !== true ? declared : checker.getTypeArguments(declared)[0];
  return row?.isTypeParameter() === true ? undefined : row;
}

function partsOf(node: Node): readonly string[] | undefined {
  if (!isTaggedTemplateExpression(node)) return undefined;
  const { template } = node;
  return isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

export function listTypedStatements({ project, checker }: Program, files: readonly string[]): TypedStatement[] {
  return files.flatMap((file) => {
    const source = project.program.getSourceFile(path.join(sourceRoot, file));
    if (source === undefined) throw new Error(`${file} is no part of the program`);
    const nodes = nodesIn(source);
    return nodes.flatMap((node) => {
      const isNode = isCallExpression(node) && !/\bunsafe$/.test(node.expression.getText(source));
      const row = findRowType(checker, node.typeArguments?.[0], isNode);
      if (row === undefined) return [];
      const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
      return [
        { file, firstLine: lineAt(node.getStart(source)), lastLine: lineAt(node.end), parts: partsOf(node), row },
      ];
    });
  });
}

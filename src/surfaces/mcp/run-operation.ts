import type { Context } from "../../context.ts";
import { runAudited } from "../../http/audit.ts";
import { paramsSchema, querySchema, toStatusAndBody } from "../../http/routes.ts";
import { rejectForbiddenText } from "../../http/body.ts";
import { compileAnswerSchema, compileRequestSchema } from "../../http/validation.ts";
import type { AuditActor, RequestOrigin } from "../../journal/audit.ts";
import { validation } from "../../kernel/errors.ts";
import { isFile } from "../../kernel/file.ts";
import type { Operation } from "../../registry/registry.ts";
import { isJson, type Json, type OperationInput } from "./arguments.ts";
import type { CompanyBinding } from "./catalog.ts";

type Check = (value: unknown) => true;
type Compiled = {
  readonly checkInput: (input: OperationInput) => void;
  readonly stringify: ReadonlyMap<number, (value: unknown) => string>;
};

const compiled = new WeakMap<Operation, Compiled>();

/** Schemas are compiled once per operation, with the first call. */
function compileOnce(operation: Operation): Compiled {
  const made = compiled.get(operation) ?? compile(operation);
  compiled.set(operation, made);
  return made;
}

function compile(operation: Operation): Compiled {
  const { tenant: _, ...params } = paramsSchema(operation).properties;
  const checkParams = compileRequestSchema({ schema: { type: "object", properties: params }, httpPart: "params" });
  const checkQuery = compileRequestSchema({ schema: querySchema(operation), httpPart: "querystring" });
  const checkBody: Check =
    operation.body === undefined ? () => true : compileRequestSchema({ schema: operation.body, httpPart: "body" });
  return {
    checkInput: ({ params: given, query, body }) => {
      rejectForbiddenText({ ...given, ...query });
      rejectForbiddenText(body);
      checkParams(given);
      checkQuery(query);
      checkBody(body);
    },
    stringify: new Map(
      Object.entries(operation.answers).flatMap(([status, schema]) =>
        schema === null
          ? []
          : [[Number(status), compileAnswerSchema({ schema: { type: "object", ...schema } })] as const],
      ),
    ),
  };
}

/** The same checks as of a request of the API; defaults are filled in. */
export const checkInput = (operation: Operation, input: OperationInput): void =>
  compileOnce(operation).checkInput(input);

type Caller = {
  readonly context: Context;
  readonly auditActor?: AuditActor | undefined;
  readonly origin?: RequestOrigin | undefined;
};

/** The answer and its JSON. */
type OperationAnswer = { readonly body: Json; readonly json: string };

/** Runs the handler of the API; its answer passes the schema of the answer, which drops what is not declared. */
export async function answerOperation(
  { context, auditActor, origin }: Caller,
  { operation, handler }: CompanyBinding,
  input: OperationInput,
): Promise<OperationAnswer> {
  const call = { operation, actor: auditActor, origin, params: input.params };
  const output = await runAudited(context, call, (ctx) => handler(ctx, { ...input, upload: undefined }));
  const { status, body } = toStatusAndBody(operation, output);
  if (isFile(body)) throw validation("format", { pattern: "a format that is not a file" });
  const json = compileOnce(operation).stringify.get(status)?.(body) ?? `{"done":true}`;
  const answer: unknown = JSON.parse(json);
  return isJson(answer) ? { body: answer, json } : { body: { items: answer }, json: `{"items":${json}}` };
}

export const runOperation = async (caller: Caller, binding: CompanyBinding, input: OperationInput): Promise<Json> =>
  (await answerOperation(caller, binding, input)).body;

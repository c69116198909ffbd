import type { FastifyInstance, InjectOptions } from "fastify";
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import type { features } from "../../../src/registry/features.ts";
import { operations, type Operation } from "../../../src/registry/registry.ts";
import type { RouteRecord } from "../../../src/kernel/route.ts";
import type { MultipartForm } from "../factories/multipart-form.ts";

type Contracts = (typeof features)[number]["contracts"];
type ContractOf<Group> = Group extends Group ? Group[keyof Group] : never;
type RecordsOf<Contract> = Contract extends { readonly records: infer Own } ? Own : never;
type ContractRecords = RecordsOf<ContractOf<Contracts>>;
type Merged<Records> = (Records extends Records ? (records: Records) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Records = Merged<ContractRecords>;
export type OperationName = Extract<keyof Records, string>;

type RecordOf<Name extends OperationName> = Records[Name] extends RouteRecord ? Records[Name] : never;
type BodyOf<Answers> = {
  [Status in keyof Answers]: Answers[Status] extends TSchema ? Static<Answers[Status]> : undefined;
}[keyof Answers];
export type AnswerBody<Name extends OperationName> = BodyOf<RecordOf<Name>["answers"]>;

/** Inputs are loosely typed, because tests also send what a contract forbids. */
export type OperationInput = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** A form with a file, instead of a body. */
  form?: MultipartForm;
  headers?: Record<string, string>;
};

export type ApiAnswer = { status: number; body: unknown; headers: Record<string, unknown> };
export type ApiRefusal = { status: number; code: string; message: string; params: Record<string, unknown> };

const operationNamed = (name: string): Operation => {
  const operation = operations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  return operation;
};

const pathParameterNames = ({ url }: Operation): string[] =>
  [...url.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Parameters for any operation: one id for all of them, besides the company. */
export const paramsWith = (operation: Operation, tenant: string, id: string): Record<string, string> =>
  Object.fromEntries(pathParameterNames(operation).map((name) => [name, name === "tenant" ? tenant : id]));

/** Throws for a parameter that is missing, and for one that the path does not have. */
export function toUrl(
  operation: Operation,
  params: Record<string, string>,
  query: Record<string, unknown> = {},
): string {
  const names = pathParameterNames(operation);
  const unknown = Object.keys(params).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`${operation.url} has no parameter ${unknown.join(", ")}`);
  const path = operation.url.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation.url} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => [value].flat().map((one) => [key, String(one)])),
  );
  return search.size === 0 ? path : `${path}?${search}`;
}

export async function request(server: FastifyInstance, options: InjectOptions): Promise<ApiAnswer> {
  const response = await server.inject(options);
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  const body: unknown = isJson && response.body !== "" ? JSON.parse(response.body) : response.body;
  return { status: response.statusCode, body, headers: response.headers };
}

export type Api = {
  /** The response, unchecked. */
  call(name: OperationName, input?: OperationInput): Promise<ApiAnswer>;
  /** A successful response, validated against its schema. */
  ok<Name extends OperationName>(name: Name, input?: OperationInput): Promise<AnswerBody<Name>>;
  /** An error response, in the format of part 7. */
  refused(name: OperationName, input?: OperationInput): Promise<ApiRefusal>;
};

/** Operations of API v3 and of visitors have no company in their path. */
const paramsOfCompany = ({ url }: Operation, tenant: string) => (url.includes("{tenant}") ? { tenant } : {});

export function createApi(server: FastifyInstance, tenant: string, headers: Record<string, string>): Api {
  const call: Api["call"] = (name, input = {}) => {
    const operation = operationNamed(name);
    const options: InjectOptions = {
      method: operation.method,
      url: toUrl(operation, { ...paramsOfCompany(operation, tenant), ...input.params }, input.query),
      headers: { ...headers, ...input.headers },
    };
    if (input.form !== undefined) {
      const { payload, contentType } = input.form;
      return request(server, { ...options, payload, headers: { ...options.headers, "content-type": contentType } });
    }
    const hasBody = input.body !== undefined;
    return request(
      server,
      hasBody
        ? {
            ...options,
            payload: JSON.stringify(input.body),
            headers: { ...options.headers, "content-type": "application/json", ...input.headers },
          }
        : options,
    );
  };
  return {
    call,
    ok: async (name, input) => {
      const answer = await call(name, input);
      if (answer.status >= 300) throw new Error(`${name} answered ${answer.status} ${JSON.stringify(answer.body)}`);
      return checked(name, answer);
    },
    refused: async (name, input) => {
      const { status, body } = await call(name, input);
      if (!isErrorBody(body)) throw new Error(`${name} did not fail: ${status} ${JSON.stringify(body)}`);
      return { status, ...body.error };
    },
  };
}

function checked<Name extends OperationName>(name: Name, answer: ApiAnswer): AnswerBody<Name>;
function checked(name: OperationName, answer: ApiAnswer): unknown {
  const schema = operationNamed(name).answers[answer.status];
  if (schema === undefined) throw new Error(`${name} answered ${answer.status}, which its contract does not name`);
  if (schema === null) return undefined;
  if (!Value.Check(schema, answer.body)) {
    throw new Error(`${name} broke its contract: ${JSON.stringify(Value.Errors(schema, answer.body).slice(0, 3))}`);
  }
  return answer.body;
}

type ErrorBody = { error: { code: string; message: string; params: Record<string, unknown> } };
const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === "object" && body !== null && "error" in body && typeof body.error === "object";

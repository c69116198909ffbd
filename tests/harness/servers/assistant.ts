import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import { Value } from "typebox/value";

const ToolResult = Type.Object({
  content: Type.Tuple([Type.Object({ type: Type.Literal("text"), text: Type.String() })]),
  structuredContent: Type.Record(Type.String(), Type.Unknown()),
  isError: Type.Optional(Type.Boolean()),
  _meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const Question = Type.Object({
  status: Type.Literal("confirmation_required"),
  operation: Type.String(),
  preview: Type.Record(Type.String(), Type.Unknown()),
  warnings: Type.Array(Type.String()),
  confirmToken: Type.String({ pattern: "^psf_[\\w-]{43}$" }),
  expiresAt: Type.String(),
});

const Refusal = Type.Object({
  status: Type.Number(),
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    params: Type.Record(Type.String(), Type.Unknown()),
  }),
});

export type Arguments = Record<string, unknown>;
type ToolAnswer = { isError: boolean; body: Arguments; text: string; meta: Arguments };

/** What an assistant does with a token: calls tools and reads their results. */
export type Assistant = {
  /** The answer of HTTP to a body, which need not be JSON. */
  readonly post: (body: unknown) => Promise<{ status: number; headers: Record<string, unknown>; body: unknown }>;
  /** The result of a tool, whether it is an error or not. */
  readonly call: (tool: string, values?: Arguments) => Promise<ToolAnswer>;
  /** The result of a tool that must succeed. */
  readonly ok: (tool: string, values?: Arguments) => Promise<Arguments>;
  /** The error of a tool that must fail. */
  readonly refused: (tool: string, values?: Arguments) => Promise<Static<typeof Refusal>>;
  /** The preview of an irreversible tool. */
  readonly ask: (tool: string, values?: Arguments) => Promise<Static<typeof Question>>;
};

export const toolCall = (name: string, values: Arguments = {}, id: number | string = 1) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: values },
});

export function anAssistant(server: FastifyInstance, token: string, host = "127.0.0.1:8080"): Assistant {
  const post: Assistant["post"] = async (body) => {
    const response = await server.inject({
      method: "POST",
      url: "/mcp",
      headers: { host, authorization: `Bearer ${token}`, "content-type": "application/json" },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
    const answer: unknown = response.body === "" ? undefined : JSON.parse(response.body);
    return { status: response.statusCode, headers: response.headers, body: answer };
  };
  const call: Assistant["call"] = async (tool, values) => {
    const { status, body } = await post(toolCall(tool, values));
    const result: unknown = Reflect.get(Object(body), "result");
    if (status !== 200 || !Value.Check(ToolResult, result)) {
      throw new Error(`${tool} answered ${status} ${JSON.stringify(body)}`);
    }
    const { content, structuredContent, isError = false, _meta: meta = {} } = result;
    return { isError, body: structuredContent, text: content[0].text, meta };
  };
  const ok: Assistant["ok"] = async (tool, values) => {
    const { isError, body } = await call(tool, values);
    if (isError) throw new Error(`${tool} failed: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    post,
    call,
    ok,
    refused: async (tool, values) => Value.Parse(Refusal, (await call(tool, values)).body),
    ask: async (tool, values) => Value.Parse(Question, await ok(tool, values)),
  };
}

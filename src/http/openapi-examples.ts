import { answerExample, requestExample, valueExample } from "../surfaces/docs/example.ts";
import { listOf, nodeOf, type SchemaNode } from "../surfaces/docs/shape.ts";

/** Adds an example to each parameter, JSON body and JSON answer of a described operation. */
export const withExamples = (operation: SchemaNode): SchemaNode => ({
  ...operation,
  parameters: listOf(operation["parameters"]).map((parameter) => withParameterExample(nodeOf(parameter))),
  ...(operation["requestBody"] === undefined ? {} : { requestBody: withBodyExample(nodeOf(operation["requestBody"])) }),
  responses: mapValues(operation["responses"], (response, status) =>
    withContent(response, (schema) => (Number(status) < 400 ? answerExample(schema) : errorExample(schema, response))),
  ),
});

const withParameterExample = (parameter: SchemaNode): SchemaNode => ({
  ...parameter,
  example: valueExample(parameter["schema"], String(parameter["name"])),
});

const withBodyExample = (body: SchemaNode): SchemaNode => withContent(body, requestExample);

function withContent(node: SchemaNode, exampleOf: (schema: unknown) => unknown): SchemaNode {
  if (node["content"] === undefined) return node;
  return {
    ...node,
    content: mapValues(node["content"], (media, mediaType) => {
      const example = mediaType === "application/json" ? exampleOf(media["schema"]) : undefined;
      return example === undefined ? media : { ...media, example };
    }),
  };
}

const mapValues = (node: unknown, change: (value: SchemaNode, key: string) => SchemaNode): SchemaNode =>
  Object.fromEntries(Object.entries(nodeOf(node)).map(([key, value]) => [key, change(nodeOf(value), key)]));

/** The first error that the description names without a placeholder. */
function errorExample(schema: unknown, response: SchemaNode): unknown {
  if (nodeOf(schema)["$ref"] !== "#/components/schemas/Error") return undefined;
  const [code, ...words] =
    String(response["description"])
      .split(" · ")
      .find((error) => !error.includes("<"))
      ?.split(" ") ?? [];
  return code === undefined ? undefined : { error: { code, message: words.join(" "), params: {} } };
}

import { Type } from "typebox";
import { Id, Name, NullableText, Time } from "../../../kernel/schema.ts";

/** Maximum size of a script in bytes. */
export const maxScriptBytes = 102_000;

const Source = Type.String({
  description: `Twig, at most ${maxScriptBytes} bytes; its syntax is checked when it is saved`,
});

export const ScriptInput = Type.Object({
  name: Name,
  source: Source,
  description: Type.Optional(NullableText(5000)),
});
export const ScriptChange = Type.Partial(ScriptInput);

const rowProperties = {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  createdAt: Time,
  updatedAt: Time,
};

export const ScriptRow = Type.Object(rowProperties);
export const Script = Type.Object({ ...rowProperties, source: Type.String() });

import { Type } from "typebox";
import { Id, Name, NullableText, Time, NamedObject, named } from "../../../kernel/schema.ts";

/** Maximum size of a script in bytes. */
export const maxScriptBytes = 102_000;

const Source = Type.String({
  description: `Twig, at most ${maxScriptBytes} bytes; its syntax is checked when it is saved`,
});

export const ScriptInput = NamedObject("ScriptTemplateInput", {
  name: Name,
  source: Source,
  description: Type.Optional(NullableText(5000)),
});
export const ScriptChange = named("ScriptTemplateChange", Type.Partial(ScriptInput));

const rowProperties = {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  createdAt: Time,
  updatedAt: Time,
};

export const ScriptRow = NamedObject("ScriptTemplateRow", rowProperties);
export const Script = NamedObject("ScriptTemplate", { ...rowProperties, source: Type.String() });

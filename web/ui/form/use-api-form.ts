import { useForm, type FieldValues, type Path, type UseFormReturn } from "react-hook-form";
import { asFailure, type ApiFailure } from "../../api/api-failure.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { describeFailure } from "../state/failure.tsx";
import { describeAllowed } from "../rejections/describe-allowed.ts";
import { uiMessages, type UiMessages } from "../messages.ts";

export type ApiForm<Values extends FieldValues> = UseFormReturn<Values> & {
  readonly submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
};

type ApiFormOptions<Values extends FieldValues> = {
  readonly initial: Values;
  /** Throws `ApiFailure`; its field gets the message and the focus. */
  readonly send: (values: Values) => Promise<unknown>;
  /** Sentences by declared error or by field: `{ "conflict email": …, password: … }`. */
  readonly messages?: Readonly<Record<string, string>>;
  /** Fields of refusals that do not name one: `{ "unauthorized code": "code" }`. */
  readonly fields?: Readonly<Record<string, Path<Values>>>;
};

/** A form whose refusals by the API appear at their fields. The rules are the server's, so they exist once. */
export function useApiForm<Values extends FieldValues>(options: ApiFormOptions<Values>): ApiForm<Values> {
  const t = useMessages(uiMessages);
  const form = useForm<Values>({ values: options.initial, resetOptions: { keepDirtyValues: true } });
  const submit = form.handleSubmit(async (values) => {
    try {
      await options.send(values);
    } catch (error) {
      const failure = asFailure(error);
      const message = options.messages?.[failure.message] ?? options.messages?.[failure.word];
      const field = options.fields?.[failure.message] ?? fieldNamed(form, failure);
      if (field === undefined) form.setError("root", { message: message ?? describeFailure(failure, t) });
      else
        form.setError(
          field,
          { message: message ?? describeField(failure, form.getValues(field), t) },
          { shouldFocus: true },
        );
    }
  });
  return { ...form, submit };
}

/** A refusal of `tags.2` belongs to the field `tags`. */
function fieldNamed<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { code, word }: ApiFailure,
): Path<Values> | undefined {
  if (code !== "validation" && code !== "conflict") return undefined;
  return [...form.control._names.mount].find(
    (name): name is Path<Values> => word === name || word.startsWith(`${name}.`),
  );
}

/** Shown beside its field: what is missing or allowed. */
function describeField(failure: ApiFailure, value: unknown, t: UiMessages): string {
  const { code, word, params } = failure;
  if (code === "conflict") return word === "used" ? describeFailure(failure, t) : t.invalid.taken;
  if (value === "" || value === undefined || value === null) return t.invalid.required;
  if (word === "email") return t.invalid.email;
  return describeAllowed(params, t, value) ?? t.invalid.value;
}

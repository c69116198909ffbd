/** `Account webhooks` → `accountWebhooks`. */
export const toProperty = (tag: string): string => lowerFirst(toClass(tag));

/** `Account webhooks` → `AccountWebhooks`. */
export const toClass = (tag: string): string =>
  tag
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");

/** `contact_id` → `contactId`. */
export const toArgument = (parameter: string): string =>
  parameter.replaceAll(/[_-](\w)/g, (_whole, letter: string) => letter.toUpperCase());

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/**
 * The methods of a group by operation: without the group's noun where the rest is unique, so that `createContact` and
 * `listContactActivities` of Contacts are `create` and `listActivities`.
 */
export function nameMethods(tag: string, operations: readonly string[]): Map<string, string> {
  const noun = toClass(tag);
  const singular = noun.replace(/ies$/, "y").replace(/s$/, "");
  const shorter = new Map(operations.map((name) => [name, shortened(name, [noun, singular])]));
  const counts = new Map<string, number>();
  for (const short of shorter.values()) counts.set(short, (counts.get(short) ?? 0) + 1);
  return new Map([...shorter].map(([name, short]) => [name, counts.get(short) === 1 ? short : name]));
}

function shortened(name: string, nouns: readonly string[]): string {
  const [verb = name] = /^[a-z]+/.exec(name) ?? [];
  const rest = name.slice(verb.length);
  const noun = nouns.find((word) => rest === word || (rest.startsWith(word) && /^[A-Z]/.test(rest.slice(word.length))));
  return noun === undefined ? name : `${verb}${rest.slice(noun.length)}`;
}

/** What is stored of the values of a form, such as an object of the API, which may also have other fields. */
type Stored<Values> = { readonly [Name in keyof Values]?: Values[Name] | null | undefined };

/** The values that a form begins with: those that are stored, and the defaults where there is none. */
export function initialValues<Values extends object>(defaults: Values, stored: Stored<Values> = {}): Values {
  const values = { ...defaults };
  for (const name in defaults) {
    const value = stored[name];
    if (value !== undefined && value !== null) values[name] = value;
  }
  return values;
}

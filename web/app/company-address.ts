type Choice = {
  readonly path: string;
  readonly companies: readonly { readonly tenant: string }[];
  /** The company that was opened last in this browser. */
  readonly last: string | undefined;
};

const publicId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The company of an address and the address with it. An address that names no company belongs to the last one, else to the
 * first; one that names a company without access to none.
 */
export function chooseCompany({ path, companies, last }: Choice): { tenant: string; path: string } | undefined {
  const [, , named = "", ...rest] = path.split("/");
  const find = (wanted: string | undefined) => companies.find(({ tenant }) => tenant === wanted)?.tenant;
  if (publicId.test(named)) {
    const tenant = find(named);
    return tenant === undefined ? undefined : { tenant, path };
  }
  const tenant = find(last) ?? companies[0]?.tenant;
  return tenant === undefined ? undefined : { tenant, path: ["/app", tenant, named, ...rest].join("/") };
}

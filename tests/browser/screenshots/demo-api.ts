import type { APIRequestContext, Page } from "playwright-core";

export type Row = { readonly id: string; readonly [field: string]: unknown };

/** The API of the company in the page's address, with the session of the page. */
export type DemoApi = {
  /** `/sending/setup#domains` reads another field than `items`. */
  list: (path: string) => Promise<readonly Row[]>;
  create: (path: string, body: object) => Promise<Row>;
  upload: (path: string, file: { name: string; mimeType: string; buffer: Buffer }) => Promise<Row>;
  request: APIRequestContext;
};

export async function openDemoApi(page: Page): Promise<DemoApi> {
  const { origin, pathname } = new URL(page.url());
  const [, , tenant = ""] = pathname.split("/");
  const { request } = page.context();
  const session: { csrfToken: string } = await (await request.get(`${origin}/api/v1/session`)).json();
  const headers = { "X-CSRF-Token": session.csrfToken, Origin: origin };
  const toAddress = (path: string) => `${origin}/api/v1/tenants/${tenant}${path}`;
  const post = async (path: string, content: Parameters<APIRequestContext["post"]>[1]): Promise<Row> => {
    const response = await request.post(toAddress(path), { ...content, headers });
    if (!response.ok()) throw new Error(`POST ${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  };
  return {
    list: async (pathAndField) => {
      const [path = "", field = "items"] = pathAndField.split("#");
      const response = await request.get(toAddress(path));
      if (!response.ok()) throw new Error(`GET ${path}: ${response.status()} ${await response.text()}`);
      const answer: Readonly<Record<string, readonly Row[]>> = await response.json();
      return answer[field] ?? [];
    },
    create: (path, body) => post(path, { data: body }),
    upload: (path, file) => post(path, { multipart: { file } }),
    request,
  };
}

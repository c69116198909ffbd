import { expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";
import { createApi } from "../../../../tests/harness/servers/api-client.ts";
import { adminHeaders } from "../../../../tests/harness/servers/sign-in.ts";

it("changes the own name and language, each alone, and says that the language was chosen", async () => {
  const own = await company();
  const admin = createApi(own.server, own.tenant, await adminHeaders(own));
  const { member } = await admin.ok("updateProfile", { body: { firstName: " Klára " } });
  expect(member).toMatchObject({ firstName: "Klára", lastName: "", language: "cs", languageChosen: false });
  await admin.ok("updateProfile", { body: { language: "sk" } });
  expect((await admin.ok("getSession")).member).toEqual({ ...member, language: "sk", languageChosen: true });
});

it("refuses unknown languages, keys and visitors", async () => {
  const own = await company();
  const admin = createApi(own.server, own.tenant, await adminHeaders(own));
  expect(await admin.refused("updateProfile", { body: { language: "xx" } })).toMatchObject({
    status: 400,
    message: "language",
    params: { allowed: ["cs", "sk", "en"] },
  });
  expect(await own.api.refused("updateProfile", { body: { firstName: "Eva" } })).toMatchObject({ status: 401 });
  expect((await admin.ok("getSession")).member.firstName).toBe("");
});

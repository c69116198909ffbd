import { afterAll, expect, it } from "vitest";
import { copyTemplate, databaseUrls } from "../harness/servers/database.ts";
import { freePort } from "../harness/servers/free-port.ts";
import { request } from "./api.ts";
import { aFolder, cleanUp, launch, stopProduct, waitUntil } from "./product.ts";

afterAll(cleanUp);

it("warns at the next start that requests came through a proxy", async () => {
  const { ownerUrl, applicationUrl } = databaseUrls(await copyTemplate());
  const port = String(await freePort());
  const readyz = `http://127.0.0.1:${port}/readyz`;
  const env = { DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: aFolder(), PORT: port };
  const serveOnce = async (headers: Record<string, string>) => {
    const server = launch(["serve"], env);
    await waitUntil(() =>
      request(readyz, { headers }).then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    return (await stopProduct(server)).stderr;
  };
  const warning = "WARNING: requests come through a reverse proxy, but TRUST_PROXY is not set.";
  expect(await serveOnce({ "x-forwarded-for": "203.0.113.7" })).not.toContain(warning);
  expect(await serveOnce({})).toContain(warning);
});

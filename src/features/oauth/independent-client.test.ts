import * as oauth from "oauth4webapi";
import { expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { submitConsent } from "../../../tests/harness/factories/oauth.ts";
import { freePort } from "../../../tests/harness/servers/free-port.ts";
import { adminHeaders } from "../../../tests/harness/servers/sign-in.ts";
import { authenticateAccessToken } from "./access.ts";

it("an independent client goes the whole way by HTTP: discovery, registration, consent, tokens, refresh, revocation", async () => {
  const port = await freePort();
  const own = await company({ PORT: String(port) });
  const origin = `http://127.0.0.1:${port}`;
  await own.server.listen({ port, host: "127.0.0.1" });
  const insecure = { [oauth.allowInsecureRequests]: true };
  try {
    const resourceUrl = new URL(`${origin}/mcp`);
    const resource = await oauth.processResourceDiscoveryResponse(
      resourceUrl,
      await oauth.resourceDiscoveryRequest(resourceUrl, insecure),
    );
    const issuer = new URL(resource.authorization_servers?.[0] ?? "");
    const as = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { ...insecure, algorithm: "oauth2" }),
    );
    expect(as.code_challenge_methods_supported).toEqual(["S256"]);

    const redirect = "http://127.0.0.1:7777/callback";
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        as,
        { redirect_uris: [redirect], client_name: "Independent", token_endpoint_auth_method: "client_secret_basic" },
        insecure,
      ),
    );
    const authentication = oauth.ClientSecretBasic(
      typeof client.client_secret === "string" ? client.client_secret : "",
    );

    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(as.authorization_endpoint ?? "");
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirect,
      response_type: "code",
      scope: "read full",
      state,
      resource: resource.resource,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();
    const authorized = await fetch(url, { redirect: "manual" });
    const { pathname: path } = new URL(authorized.headers.get("location") ?? "");

    const { cookie } = await adminHeaders(own);
    const host = { host: `127.0.0.1:${port}` };
    const form = { company: own.tenant, scope: "full", allow: "allow" };
    const consented = await submitConsent({ server: own.server, path, cookie }, form, host);
    const callback = new URL(String(consented.headers.location));

    const parameters = oauth.validateAuthResponse(as, client, callback, state);
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, authentication, parameters, redirect, verifier, {
        ...insecure,
        additionalParameters: { resource: resource.resource },
      }),
    );
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "full" });
    const access = (token: string) =>
      authenticateAccessToken({ ...own.app.services, db: own.app.db }, token, `127.0.0.1:${port}`);
    expect(await access(tokens.access_token)).toMatchObject({ scope: "full", client: { name: "Independent" } });

    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, authentication, tokens.refresh_token ?? "", insecure),
    );
    expect(await access(refreshed.access_token)).toBeDefined();

    const revoked = await oauth.revocationRequest(as, client, authentication, refreshed.refresh_token ?? "", insecure);
    await oauth.processRevocationResponse(revoked);
    expect(await access(refreshed.access_token)).toBeUndefined();
  } finally {
    await own.server.close();
  }
});

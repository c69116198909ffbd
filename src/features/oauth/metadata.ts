import { scopes } from "../members/shapes.ts";
import { authMethods } from "./shapes.ts";

/** The resource that tokens of a host are valid for. */
export const resourceOf = (baseUrl: string): string => `${baseUrl}/mcp`;

export const grantTypes = ["authorization_code", "refresh_token"] as const;
export const responseTypes = ["code"] as const;

export const serverMetadata = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/oauth/token`,
  registration_endpoint: `${baseUrl}/oauth/register`,
  revocation_endpoint: `${baseUrl}/oauth/revoke`,
  scopes_supported: [...scopes],
  response_types_supported: [...responseTypes],
  response_modes_supported: ["query"],
  grant_types_supported: [...grantTypes],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: [...authMethods],
  revocation_endpoint_auth_methods_supported: [...authMethods],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});

export const resourceMetadata = (baseUrl: string) => ({
  resource: resourceOf(baseUrl),
  resource_name: "Postrider",
  authorization_servers: [baseUrl],
  scopes_supported: [...scopes],
  bearer_methods_supported: ["header"],
});

import { Type } from "typebox";
import { Id, NullableTime, OneOf, Time, tokenPattern, NamedObject } from "../../kernel/schema.ts";
import { MemberReference, scopes } from "../members/shapes.ts";

const Address = Type.String({ format: "uri" });
const Words = Type.Array(Type.String());

export const authMethods = ["none", "client_secret_post", "client_secret_basic"] as const;
export type AuthMethod = (typeof authMethods)[number];

export const ServerMetadata = NamedObject("OAuthServerMetadata", {
  issuer: Address,
  authorization_endpoint: Address,
  token_endpoint: Address,
  registration_endpoint: Address,
  revocation_endpoint: Address,
  scopes_supported: Words,
  response_types_supported: Words,
  response_modes_supported: Words,
  grant_types_supported: Words,
  code_challenge_methods_supported: Words,
  token_endpoint_auth_methods_supported: Words,
  revocation_endpoint_auth_methods_supported: Words,
  authorization_response_iss_parameter_supported: Type.Boolean(),
  client_id_metadata_document_supported: Type.Boolean(),
});

export const ResourceMetadata = NamedObject("OAuthResourceMetadata", {
  resource: Address,
  resource_name: Type.String(),
  authorization_servers: Type.Array(Address),
  scopes_supported: Words,
  bearer_methods_supported: Words,
});

export const AuthorizationQuery = Type.Object({
  response_type: Type.String({ enum: ["code"] }),
  client_id: Type.String(),
  redirect_uri: Address,
  code_challenge: Type.String({ ...tokenPattern }),
  code_challenge_method: Type.String({ enum: ["S256"] }),
  scope: Type.Optional(Type.String({ description: "`read` (default), or `full` for reading and writing" })),
  state: Type.Optional(Type.String()),
  resource: Type.Optional(Type.String({ description: "Only the `/mcp` address of this host" })),
});

export const ClientRegistration = NamedObject("OAuthClientRegistration", {
  redirect_uris: Type.Array(Address, {
    minItems: 1,
    maxItems: 20,
    description: "https, http on loopback, or a scheme of a known native client",
  }),
  client_name: Type.Optional(Type.String({ maxLength: 200 })),
  token_endpoint_auth_method: Type.Optional(OneOf(authMethods)),
  grant_types: Type.Optional(Words),
  response_types: Type.Optional(Words),
});

export const RegisteredClient = NamedObject("OAuthClient", {
  client_id: Type.String(),
  client_id_issued_at: Type.Integer(),
  client_secret: Type.Optional(Type.String({ description: "Shown only here" })),
  client_secret_expires_at: Type.Optional(Type.Integer()),
  client_name: Type.String(),
  redirect_uris: Type.Array(Address),
  token_endpoint_auth_method: OneOf(authMethods),
  grant_types: Words,
  response_types: Words,
});

export const TokenRequest = NamedObject("OAuthTokenRequest", {
  grant_type: OneOf(["authorization_code", "refresh_token"]),
  code: Type.Optional(Type.String()),
  redirect_uri: Type.Optional(Type.String()),
  code_verifier: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
  resource: Type.Optional(Type.String()),
});

export const Tokens = NamedObject("OAuthTokens", {
  access_token: Type.String(),
  token_type: Type.Literal("Bearer"),
  expires_in: Type.Integer({ description: "Seconds" }),
  refresh_token: Type.String(),
  scope: OneOf(scopes),
});

export const RevocationRequest = NamedObject("OAuthRevocationRequest", {
  token: Type.String(),
  token_type_hint: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
});

const Company = NamedObject("OwnAccessCompany", {
  tenant: Type.String({ description: "The company's id in paths" }),
  name: Type.String(),
});

export const OwnAccess = NamedObject("OwnAccess", {
  apps: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      scope: OneOf(scopes),
      company: Company,
      createdAt: Time,
      lastUsedAt: NullableTime,
    }),
  ),
  apiKeys: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      hint: Type.String({ description: "First characters of the key" }),
      company: Company,
      createdAt: Time,
      lastUsedAt: NullableTime,
    }),
  ),
});

export const ConnectedApp = NamedObject("ConnectedApp", {
  id: Id,
  name: Type.String(),
  scope: OneOf(scopes),
  createdAt: Time,
  lastUsedAt: NullableTime,
  member: MemberReference,
});

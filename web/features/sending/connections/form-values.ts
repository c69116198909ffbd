import type { Connection, ConnectionInput } from "./connection.ts";

/** An empty number is no limit; an empty secret keeps the stored one. */
export type ConnectionValues = {
  kind: Connection["kind"];
  name: string;
  host: string;
  port: number;
  security: Connection["security"];
  auth: Connection["auth"];
  username: string;
  secret: string;
  provider: "microsoft" | "google" | "other";
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  tokenUrl: string;
  messageStream: string;
  perSecond: number | "";
  perHour: number | "";
  perDay: number | "";
  connections: number | "";
  fallback: string[];
  enabled: boolean;
  isDefault: boolean;
};

export const initialConnection = (connection: Connection | undefined): ConnectionValues => ({
  kind: connection?.kind ?? "smtp",
  name: connection?.name ?? "",
  host: connection?.host ?? "",
  port: connection?.port ?? 587,
  security: connection?.security ?? "starttls",
  auth: connection?.auth ?? "password",
  username: connection?.username ?? "",
  secret: "",
  provider: connection?.oauth?.provider ?? "microsoft",
  clientId: connection?.oauth?.clientId ?? "",
  clientSecret: "",
  refreshToken: "",
  tokenUrl: connection?.oauth?.tokenUrl ?? "",
  messageStream: connection?.messageStream ?? "",
  perSecond: connection?.limits.perSecond ?? "",
  perHour: connection?.limits.perHour ?? "",
  perDay: connection?.limits.perDay ?? "",
  connections: connection?.limits.connections ?? "",
  fallback: [...(connection?.fallback ?? [])],
  enabled: connection?.enabled ?? true,
  isDefault: connection?.isDefault ?? false,
});

const limit = (value: number | "") => (value === "" ? null : value);
const given = (text: string) => (text === "" ? undefined : text);

export function toBody(values: ConnectionValues): Omit<ConnectionInput, "kind"> {
  const { name, host, port, security, auth, username, messageStream, fallback, enabled, isDefault } = values;
  const secret = auth === "password" ? given(values.secret) : undefined;
  const [clientSecret, refreshToken] = [given(values.clientSecret), given(values.refreshToken)];
  const tokenUrl = values.provider === "other" ? given(values.tokenUrl) : undefined;
  return {
    name,
    host,
    port,
    security,
    auth,
    username,
    messageStream,
    fallback,
    enabled,
    isDefault,
    ...(secret === undefined ? {} : { secret }),
    ...(auth === "xoauth2"
      ? {
          oauth: {
            provider: values.provider,
            clientId: values.clientId,
            ...(clientSecret === undefined ? {} : { clientSecret }),
            ...(refreshToken === undefined ? {} : { refreshToken }),
            ...(tokenUrl === undefined ? {} : { tokenUrl }),
          },
        }
      : {}),
    limits: {
      perSecond: limit(values.perSecond),
      perHour: limit(values.perHour),
      perDay: limit(values.perDay),
      connections: limit(values.connections),
    },
  };
}

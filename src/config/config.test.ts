import { expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

it("serves metrics on loopback unless METRICS_HOST says otherwise, whatever HOST is", () => {
  expect(readConfig({ HOST: "0.0.0.0", METRICS_PORT: "9090" }).metricsHost).toBe("127.0.0.1");
  expect(readConfig({ METRICS_HOST: "10.0.0.5" }).metricsHost).toBe("10.0.0.5");
});

it("refuses a database URL with an unknown sslmode", () => {
  expect(() => readConfig({ DATABASE_URL: "postgres://x/y?sslmode=maybe" })).toThrow(
    new ConfigError("DATABASE_URL must have an sslmode of disable, allow, prefer, require, verify-ca, verify-full"),
  );
});

it("refuses to start with a TRUST_PROXY that is neither a number of hops nor networks", () => {
  expect(() => readConfig({ TRUST_PROXY: "true" })).toThrow(
    new ConfigError("TRUST_PROXY must be the number of proxies in front, or their networks, like 10.0.0.0/8,192.0.2.7"),
  );
  expect(readConfig({ TRUST_PROXY: "" }).trustProxy).toBe(false);
});

it("refuses the tools of the conformance suite on a public address", () => {
  expect(() => readConfig({ MCP_FIXTURES: "1", PUBLIC_URL: "https://mail.example" })).toThrow(
    new ConfigError("MCP_FIXTURES must be 0 unless PUBLIC_URL is a loopback address"),
  );
  expect(() => readConfig({ MCP_FIXTURES: "1", HOST: "192.0.2.1" })).toThrow(ConfigError);
  expect(readConfig({ MCP_FIXTURES: "1" }).mcpFixtures).toBe(true);
});

it("reads the limits of inbound connections, and refuses other than four whole numbers", () => {
  const read = (text: string) => readConfig({ INBOUND_SMTP_LIMITS: text }).inboundSmtpLimits;
  expect(read("40,40,0,0")).toEqual({ perAddress: 40, perNetwork: 40, perAddressMinute: 0, perNetworkMinute: 0 });
  for (const text of ["1,2,3", "1,2,3,4,5", "1,2,3,-4", "1,2,3,x", "1.5,2,3,4"]) {
    expect(() => read(text)).toThrow("INBOUND_SMTP_LIMITS must be four whole numbers");
  }
});

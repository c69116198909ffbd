import { expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { createCompany } from "./create-company.ts";

it.each([
  ["name", { name: "" }],
  ["name", { name: "  " }],
  ["name", { name: "x".repeat(5000) }],
  ["name", { name: "a\nb" }],
  ["shop", { shop: "" }],
  ["password", { password: "password123" }],
  ["password", { password: "Nobody.Yet1" }],
  ["timeZone", { timeZone: "US/Pacific-New" }],
  ["timeZone", { timeZone: "BST" }],
])("rejects an invalid %s: %j", async (field, wrong) => {
  const { app } = await company();
  const given = {
    name: "Firma",
    email: "nobody.yet@example.com",
    password: "a long password",
    shop: "Shop",
    timeZone: "Europe/Prague",
    language: "cs",
    country: "CZ",
    currency: "CZK",
    purpose: "News",
  };
  await expect(createCompany(app.db, app.services, { ...given, ...wrong })).rejects.toMatchObject({ message: field });
});

import { describe, expect, it } from "vitest";
import { chooseCompany } from "./company-address.ts";

const [garden, seeds] = ["5f0c0a1e-4b0d-4c55-9a3e-1d2f3b4c5d6e", "6f1c2a7e-4b0d-4c55-9a3e-1d2f3b4c5d6e"];
const companies = [{ tenant: garden }, { tenant: seeds }];
const at = (path: string, last?: string) => chooseCompany({ path, companies, last });

describe("the company of an address", () => {
  it("is the one that the address names", () => {
    expect(at(`/app/${seeds}/campaigns`, garden)).toEqual({ tenant: seeds, path: `/app/${seeds}/campaigns` });
  });

  it.each(["/app", "/app/"])("without a company is the last one, or the first: %s", (path) => {
    expect(at(path, seeds)).toEqual({ tenant: seeds, path: `/app/${seeds}/` });
    expect(at(path)).toEqual({ tenant: garden, path: `/app/${garden}/` });
    expect(at(path, "8a1c2a7e-4b0d-4c55-9a3e-1d2f3b4c5d6e")).toEqual({ tenant: garden, path: `/app/${garden}/` });
  });

  it("keeps the page of an address that names only a page", () => {
    expect(at("/app/campaigns", seeds)).toEqual({ tenant: seeds, path: `/app/${seeds}/campaigns` });
    expect(at("/app/campaigns/new")).toEqual({ tenant: garden, path: `/app/${garden}/campaigns/new` });
  });

  it("is none where the address names a company of others, or the person has none", () => {
    expect(at("/app/8a1c2a7e-4b0d-4c55-9a3e-1d2f3b4c5d6e/campaigns", seeds)).toBeUndefined();
    expect(chooseCompany({ path: "/app/campaigns", companies: [], last: undefined })).toBeUndefined();
  });
});

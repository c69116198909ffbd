import { setContentUses } from "../../../src/features/content/uses/service.ts";
import type { TestCompany } from "./company.ts";

let count = 0;

/** A template with one line of HTML. */
export const aTemplate = ({ api }: TestCompany, fields: Record<string, unknown> = {}) =>
  api.ok("createTemplate", { body: { name: `Template ${(count += 1)}`, html: "<p>Hello</p>", ...fields } });

/** A footer with one line of HTML, published or not. */
export async function aFooter(test: TestCompany, fields: Record<string, unknown> = {}, isPublished = true) {
  const { api } = test;
  const body = { name: `Footer ${(count += 1)}`, html: "<p>Bye</p>", ...fields };
  const footer = await api.ok("createFooter", { body });
  return isPublished ? api.ok("publishFooter", { params: { footer_id: footer.id } }) : footer;
}

/** An automation begins to send the template, or ends to. */
export async function setAutomationUse({ ctx }: TestCompany, templateId: string, isActive: boolean, id = "7") {
  await setContentUses(ctx, { kind: "automation", id }, [{ contentKind: "template", contentId: templateId, isActive }]);
}

/** HTML of exactly so many bytes. */
export const htmlOfBytes = (bytes: number): string => `<p>${"x".repeat(bytes - 7)}</p>`;

import { setContentUses } from "../../../src/features/content/uses/service.ts";
import type { TestCompany } from "./company.ts";

let count = 0;

/** A template with a single line of HTML. */
export const aTemplate = ({ api }: TestCompany, fields: Record<string, unknown> = {}) =>
  api.ok("createTemplate", { body: { name: `Template ${(count += 1)}`, html: "<p>Hello</p>", ...fields } });

/** A footer with a single line of HTML, optionally published. */
export async function aFooter(test: TestCompany, fields: Record<string, unknown> = {}, isPublished = true) {
  const { api } = test;
  const body = { name: `Footer ${(count += 1)}`, html: "<p>Bye</p>", ...fields };
  const footer = await api.ok("createFooter", { body });
  return isPublished ? api.ok("publishFooter", { params: { footer_id: footer.id } }) : footer;
}

/** Starts or ends the use of the template by an automation. */
export async function setAutomationUse({ ctx }: TestCompany, templateId: string, isActive: boolean, id = "7") {
  await setContentUses(ctx, { kind: "automation", id }, [{ contentKind: "template", contentId: templateId, isActive }]);
}

/** HTML of exactly the given number of bytes. */
export const htmlOfBytes = (bytes: number): string => `<p>${"x".repeat(bytes - 7)}</p>`;

import type { Page } from "playwright-core";
import { axeFindings } from "./axe-findings.ts";

/** A merge tag that is shown as it is written; in code and in inputs it belongs there. */
const findRawTags = `[...document.querySelectorAll("#root *")]
  .filter((element) => [...element.childNodes].some((child) => child.nodeType === 3 && child.data.includes("{{")))
  .filter((element) => element.closest("code, pre, textarea, [contenteditable], .cm-editor") === null)
  .map((element) => element.outerHTML.slice(0, 200))`;

/** Tables that are wider than what their frame shows of them. */
const findCutTables = `[...document.querySelectorAll("#root table")].flatMap((table) => {
  let frame = table.parentElement;
  while (frame !== null && getComputedStyle(frame).overflowX === "visible") frame = frame.parentElement;
  const missing = frame === null ? 0 : frame.scrollWidth - frame.clientWidth;
  return missing > 1 ? [missing + " px of " + table.outerHTML.slice(0, 200)] : [];
})`;

/** Cells so narrow that their words are broken into pieces of a few letters. */
const findSqueezedCells = `[...document.querySelectorAll("#root td")].flatMap((cell) => {
  const text = cell.innerText.trim();
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  const width = cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return text.length > 6 && width > 0 && width < 40 ? [Math.round(width) + " px for " + text] : [];
})`;

/** Buttons that show a part of their words only. */
const findCutLabels = `[...document.querySelectorAll("#root .mantine-Button-label")]
  .filter((label) => label.clientWidth > 0 && label.scrollWidth - label.clientWidth > 1)
  .map(({ innerText }) => innerText)`;

const findSidewaysScroll = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Titles of the page; a page that is missing or failed has none. */
const countTitles = 'document.querySelectorAll("h1").length';

/** What a list says when there is no record of its kind. */
const findEmptyStates = `[...document.querySelectorAll("[data-state=empty]")].map(({ innerText }) => innerText)`;

/** E-mails and pages that are shown inside of the page, where no script runs. */
async function findRawTagsInFrames(page: Page): Promise<string[]> {
  const texts: string[] = [];
  for (const frame of page.frames().slice(1)) {
    if (frame.isDetached()) continue;
    texts.push(...(await frame.locator("body").allInnerTexts()));
  }
  return texts.filter((text) => text.includes("{{"));
}

/** What is wrong with the page that is shown; `clean` where nothing is. */
export const findProblems = async (page: Page, pageErrors: string[]) => ({
  errors: pageErrors.splice(0),
  titles: await page.evaluate(countTitles),
  emptyStates: await page.evaluate(findEmptyStates),
  sidewaysScroll: await page.evaluate(findSidewaysScroll),
  cutTables: await page.evaluate(findCutTables),
  squeezedCells: await page.evaluate(findSqueezedCells),
  cutLabels: await page.evaluate(findCutLabels),
  rawTags: await page.evaluate(findRawTags),
  rawTagsInFrames: await findRawTagsInFrames(page),
  findings: await axeFindings(page),
});

export const clean = {
  errors: [],
  titles: 1,
  emptyStates: [],
  sidewaysScroll: 0,
  cutTables: [],
  squeezedCells: [],
  cutLabels: [],
  rawTags: [],
  rawTagsInFrames: [],
  findings: [],
};

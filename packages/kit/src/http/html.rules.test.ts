import fc from "fast-check";
import { expect, test } from "vitest";
import { html } from "./html.js";

const typedText = fc.string({
  unit: fc.constantFrom("<", ">", '"', "'", "`", "&", "a", "/", "=", " ", "{", "$", "\n", "é", "&lt;"),
});

test("a value stays text between tags and in an attribute", () => {
  fc.assert(
    fc.property(typedText, (typed) => {
      const { text } = html`<p title="${typed}">${typed}</p>`;
      expect(text.match(/[<>"]/g)?.join("")).toBe('<""><>');
      expect(text).not.toMatch(/['`]|&(?!amp;|lt;|gt;|quot;|#39;|#96;)/);
    }),
  );
});

test("values built by html and lists of them are inserted unchanged; false and undefined insert nothing", () => {
  const items = ["<a>", "b"].map((item) => html`<li>${item}</li>`);
  expect(html`${items}|${false}|${undefined}|${0}`.text).toBe("<li>&lt;a&gt;</li><li>b</li>|||0");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { html } from "./html.js";

const typing = fc.string({
  unit: fc.constantFrom("<", ">", '"', "'", "`", "&", "a", "/", "=", " ", "{", "$", "\n", "é", "&lt;"),
});

test("whatever was typed stays text, between tags and between quotes", () => {
  fc.assert(
    fc.property(typing, (typed) => {
      const { text } = html`<p title="${typed}">${typed}</p>`;
      expect(text.match(/[<>"]/g)?.join("")).toBe('<""><>');
      expect(text).not.toMatch(/['`]|&(?!amp;|lt;|gt;|quot;|#39;|#96;)/);
    }),
  );
});

test("what html made goes in as it is, lists too; nothing leaves nothing", () => {
  const items = ["<a>", "b"].map((item) => html`<li>${item}</li>`);
  expect(html`${items}|${false}|${undefined}|${0}`.text).toBe("<li>&lt;a&gt;</li><li>b</li>|||0");
});

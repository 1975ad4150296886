// The names of tools for the browser application: one file per language, so that a browser loads only its own.

const folder = "services/console/web/src/api/tool-words";
const notice = "// Written by `npm run generate` from rest/src/approvals/tool-words.ts. Do not edit.\n";

/** `{ path: text }` of all files. */
export const renderWebToolWords = (toolWords, languages) =>
  Object.fromEntries(
    languages.map((language) => {
      const rows = Object.entries(toolWords).map(([tool, words]) => `  ${tool}: ${JSON.stringify(words[language])},\n`);
      return [`${folder}/${language}.ts`, `${notice}export const toolWords = {\n${rows.join("")}};\n`];
    }),
  );

/** The shell commands of a page, in their order: the contents of its ```sh blocks. */
export function readShellBlocks(markdown) {
  return [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands);
}

/** What the checks need, from a connected client of the official SDK. */
export function toSdkAdapter(client) {
  return {
    checksAnswers: true,
    listNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => {
      const answer = await client.callTool({ name, arguments: args });
      return { text: answer.content[0].text, structured: answer.structuredContent, isError: answer.isError === true };
    },
    close: () => client.close(),
  };
}

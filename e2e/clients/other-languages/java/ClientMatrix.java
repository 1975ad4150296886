import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** The official SDK for Java. It answers the lines of programs.mjs, and checks each answer against the outputSchema of its tool. */
public class ClientMatrix {
  public static void main(String[] args) throws Exception {
    var url = URI.create(System.getenv("MCP_URL"));
    var key = System.getenv("MCP_KEY");
    var transport =
        HttpClientStreamableHttpTransport.builder(url.getScheme() + "://" + url.getAuthority())
            .endpoint(url.toString())
            .httpRequestCustomizer((request, method, uri, body, context) -> request.setHeader("X-API-Key", key))
            .build();
    var mapper = new ObjectMapper();
    var lines = new BufferedReader(new InputStreamReader(System.in));
    // With the schemas of the listed tools in its cache, the SDK checks answers.
    try (var client = McpClient.sync(transport).enableCallToolSchemaCaching(true).build()) {
      client.initialize();
      for (String line; (line = lines.readLine()) != null; )
        System.out.println(mapper.writeValueAsString(answer(client, mapper.readValue(line, Map.class))));
    }
  }

  @SuppressWarnings("unchecked")
  private static Object answer(McpSyncClient client, Map<String, Object> asked) {
    if (asked.get("op").equals("list")) return client.listTools().tools().stream().map(Tool::name).toList();
    var given = (Map<String, Object>) asked.get("arguments");
    var result = client.callTool(CallToolRequest.builder(asked.get("name").toString()).arguments(given).build());
    var reply = new HashMap<String, Object>();
    reply.put("text", ((TextContent) result.content().get(0)).text());
    reply.put("isError", Boolean.TRUE.equals(result.isError()));
    if (result.structuredContent() != null) reply.put("structured", result.structuredContent());
    return reply;
  }
}

// The official SDK for Go. It answers the lines of programs.mjs: {"op": "list"} and {"op": "call", "name", "arguments"}.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type request struct {
	Op        string         `json:"op"`
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}

type reply struct {
	Text       string `json:"text"`
	Structured any    `json:"structured,omitempty"`
	IsError    bool   `json:"isError"`
}

// The outputSchemas of the tools that were listed, by name.
var schemas = map[string]*jsonschema.Resolved{}

type withKey struct{ key string }

func (transport withKey) RoundTrip(request *http.Request) (*http.Response, error) {
	sent := request.Clone(request.Context())
	sent.Header.Set("X-API-Key", transport.key)
	return http.DefaultTransport.RoundTrip(sent)
}

func main() {
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "client-matrix", Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   os.Getenv("MCP_URL"),
		HTTPClient: &http.Client{Transport: withKey{key: os.Getenv("MCP_KEY")}},
	}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	answers := json.NewEncoder(os.Stdout)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		answer, err := ask(ctx, session, lines.Bytes())
		if err != nil {
			log.Fatal(err)
		}
		if err := answers.Encode(answer); err != nil {
			log.Fatal(err)
		}
	}
}

func ask(ctx context.Context, session *mcp.ClientSession, line []byte) (any, error) {
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return nil, err
	}
	if asked.Op == "list" {
		names := []string{}
		for tool, err := range session.Tools(ctx, nil) {
			if err != nil {
				return nil, err
			}
			names = append(names, tool.Name)
			if schemas[tool.Name], err = resolve(tool.OutputSchema); err != nil {
				return nil, err
			}
		}
		return names, nil
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: asked.Name, Arguments: asked.Arguments})
	if err != nil {
		return nil, err
	}
	if schema := schemas[asked.Name]; schema != nil && !result.IsError {
		if err := schema.Validate(result.StructuredContent); err != nil {
			return nil, err
		}
	}
	return reply{Text: result.Content[0].(*mcp.TextContent).Text, Structured: result.StructuredContent, IsError: result.IsError}, nil
}

// The SDK hands a schema over as decoded JSON, and does not check answers itself.
func resolve(output any) (*jsonschema.Resolved, error) {
	if output == nil {
		return nil, nil
	}
	text, err := json.Marshal(output)
	if err != nil {
		return nil, err
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		return nil, err
	}
	return schema.Resolve(nil)
}

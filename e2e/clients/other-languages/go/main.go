// The official SDK for Go. It answers the lines of programs.mjs: {"op": "list"} and {"op": "call", "name", "arguments"}.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type request struct {
	Op        string         `json:"op"`
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}

type reply struct {
	Text    string `json:"text"`
	IsError bool   `json:"isError"`
}

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
		}
		return names, nil
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: asked.Name, Arguments: asked.Arguments})
	if err != nil {
		return nil, err
	}
	return reply{Text: result.Content[0].(*mcp.TextContent).Text, IsError: result.IsError}, nil
}

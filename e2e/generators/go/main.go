// Calls a running mesh with the generated client. Prints one line of JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"tenant-ops/generated-client/api"
)

func main() {
	ctx := context.Background()
	client, err := api.NewClientWithResponses(os.Getenv("TENANT_OPS_URL"), api.WithRequestEditorFn(addKeys))
	check(err)

	key, search := "go-1", "north"
	center := api.CreateCenterJSONRequestBody{Name: "North"}
	check(json.Unmarshal([]byte(`{"latitude": 19.4517123456, "longitude": -99.1385}`), &center.Geo))
	create := func() *api.Center {
		answer, err := client.CreateCenterWithResponse(ctx, &api.CreateCenterParams{IdempotencyKey: &key}, center)
		check(err)
		return answer.JSON201
	}
	created, again := create(), create()
	found, err := client.ListCentersWithResponse(ctx, &api.ListCentersParams{Search: &search})
	check(err)
	items := found.JSON200.Items

	rule := &api.RetentionRuleInput{Mode: "delete", Days: 400}
	var previewed api.PreviewRetentionJSONRequestBody
	previewed.Rules.Withdrawals = rule
	preview, err := client.PreviewRetentionWithResponse(ctx, previewed)
	check(err)
	kinds := []string{}
	for _, one := range preview.JSON200.Kinds {
		kinds = append(kinds, fmt.Sprint(one.Kind, " ", one.Records))
	}
	before, err := client.GetRetentionWithResponse(ctx)
	check(err)
	change := api.SetRetentionJSONRequestBody{Version: before.JSON200.Version}
	change.Rules.Withdrawals = rule
	retention, err := client.SetRetentionWithResponse(ctx, &api.SetRetentionParams{IdempotencyKey: "go-2"}, change)
	check(err)

	unknown, err := client.GetCenterWithResponse(ctx, "ctr_unknown")
	check(err)
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"isOneCenter": len(items) == 1 && items[0].UnderscoreId == created.UnderscoreId && again.UnderscoreId == created.UnderscoreId,
		"latitude":    items[0].Geo.Latitude,
		"previewed":   kinds,
		"days":        retention.JSON200.Rules.Withdrawals.Days,
		"refusal":     unknown.JSON404.Error,
	}))
}

func addKeys(_ context.Context, request *http.Request) error {
	request.Header.Set("x-api-key", os.Getenv("TENANT_OPS_KEY"))
	request.Header.Set("x-business-id", os.Getenv("TENANT_OPS_BUSINESS"))
	return nil
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// Calls a running mesh with the generated client. Prints one line of JSON.
import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.PagesApi;
import org.openapitools.client.api.SupplyApi;
import org.openapitools.client.auth.ApiKeyAuth;
import org.openapitools.client.model.*;

class Call {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("TENANT_OPS_URL"));
    ((ApiKeyAuth) client.getAuthentication("apiKey")).setApiKey(System.getenv("TENANT_OPS_KEY"));
    ((ApiKeyAuth) client.getAuthentication("businessId")).setApiKey(System.getenv("TENANT_OPS_BUSINESS"));
    SupplyApi supply = new SupplyApi(client);
    PagesApi pages = new PagesApi(client);

    CreateCenterRequestGeo geo = new CreateCenterRequestGeo();
    geo.latitude(19.4517123456).longitude(-99.1385);
    CreateCenterRequest center = new CreateCenterRequest().name("North").geo(geo);
    Center created = supply.createCenter(center, "java-1");
    Center again = supply.createCenter(center, "java-1");
    // Answers may gain fields.
    JsonObject later = JsonParser.parseString(again.toJson()).getAsJsonObject();
    later.addProperty("later", 1);
    again = Center.fromJson(later.toString());
    var found = supply.listCenters(null, null, "north", null, null).getItems();

    RetentionRuleInput rule = new RetentionRuleInput().mode(RetentionRuleInput.ModeEnum.DELETE).days(400);
    var preview = pages.previewRetention(
        new PreviewRetentionRequest().rules(new PreviewRetentionRequestRules().withdrawals(rule)));
    Retention retention = pages.setRetention("java-2", new SetRetentionRequest()
        .version(pages.getRetention().getVersion())
        .rules(new SetRetentionRequestRules().withdrawals(rule)));

    Map<String, Object> result = new LinkedHashMap<>();
    result.put("isOneCenter", found.size() == 1 && found.get(0).getId().equals(created.getId())
        && again.getId().equals(created.getId()));
    result.put("latitude", found.get(0).getGeo().getLatitude());
    result.put("previewed", preview.getKinds().stream().map(one -> one.getKind() + " " + one.getRecords()).toList());
    result.put("days", retention.getRules().getWithdrawals().getDays());
    try {
      supply.getCenter("ctr_unknown");
    } catch (ApiException error) {
      result.put("refusal", JsonParser.parseString(error.getResponseBody()).getAsJsonObject().get("error"));
    }
    System.out.println(new Gson().toJson(result));
  }
}

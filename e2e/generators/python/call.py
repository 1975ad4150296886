# Loads every module of the generated client, and calls a running mesh. Prints one line of JSON.
import importlib
import json
import os
import pkgutil

import openapi_client as tenant_ops
from openapi_client import api, models

for package in (api, models):
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")

configuration = tenant_ops.Configuration(
    host=os.environ["TENANT_OPS_URL"],
    api_key={"apiKey": os.environ["TENANT_OPS_KEY"], "businessId": os.environ["TENANT_OPS_BUSINESS"]},
)
client = tenant_ops.ApiClient(configuration)
supply = tenant_ops.SupplyApi(client)
pages = tenant_ops.PagesApi(client)

center = tenant_ops.CreateCenterRequest(
    name="North", geo=tenant_ops.CreateCenterRequestGeo(latitude=19.4517123456, longitude=-99.1385)
)
created, again = [supply.create_center(center, idempotency_key="python-1") for _ in range(2)]
found = supply.list_centers(search="north").items

rules = {"withdrawals": {"mode": "delete", "days": 400}}
preview = pages.preview_retention(tenant_ops.PreviewRetentionRequest(rules=rules))
change = tenant_ops.SetRetentionRequest(version=pages.get_retention().version, rules=rules)
retention = pages.set_retention("python-2", change)

try:
    supply.get_center("ctr_unknown")
    refusal = None
except tenant_ops.exceptions.NotFoundException as error:
    refusal = error.data.error

print(
    json.dumps(
        {
            "isOneCenter": [created.id] == [again.id] == [item.id for item in found],
            "latitude": found[0].geo.latitude,
            "previewed": [f"{kind.kind} {kind.records}" for kind in preview.kinds],
            "days": retention.rules.withdrawals.days,
            "refusal": refusal,
        }
    )
)

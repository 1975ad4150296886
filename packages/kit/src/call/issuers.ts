/** The issuer of the call contexts that the gateway signs. It may call every rpc and every REST route. */
export const gatewayIssuer = "gateway";

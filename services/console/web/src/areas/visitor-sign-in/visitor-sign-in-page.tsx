import { useRecord } from "../../api/public-api.js";
import { Loaded } from "../../components/loaded.js";
import { Page } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { IdentityProviderSection } from "./identity-provider-section.js";
import { WhatsAppSection } from "./whatsapp-section.js";

export default function VisitorSignInPage() {
  const t = useMessages("visitor-sign-in");
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded query={useRecord("flows", "getVisitorSignIn", {})}>
        {(data) => (
          <div className="stack">
            <WhatsAppSection key={data.whatsapp?.updatedAt ?? "new"} stored={data.whatsapp} />
            <IdentityProviderSection
              key={data.identityProvider?.updatedAt ?? "none"}
              stored={data.identityProvider}
              redirectUrl={data.redirectUrl}
            />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

import { Loading } from "../../components/data-table.js";
import { ErrorNotice } from "../../components/error-notice.js";
import { Page } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { IdentityProviderSection } from "./identity-provider-section.js";
import { useVisitorSignIn } from "./visitor-sign-in.api.js";
import { WhatsAppSection } from "./whatsapp-section.js";

export default function VisitorSignInPage() {
  const t = useMessages("visitor-sign-in");
  const { data, error, refetch } = useVisitorSignIn();
  return (
    <Page title={t.title} lead={t.lead}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <div className="stack">
          <WhatsAppSection key={data.whatsapp?.updatedAt ?? "new"} stored={data.whatsapp} />
          <IdentityProviderSection
            key={data.identityProvider?.updatedAt ?? "none"}
            stored={data.identityProvider}
            redirectUrl={data.redirectUrl}
          />
        </div>
      )}
    </Page>
  );
}

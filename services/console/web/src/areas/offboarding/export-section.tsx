import { useBusiness } from "../../api/business.js";
import { DownloadButton } from "../../components/download-button.js";
import { Section } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { getExportPath } from "./offboarding.api.js";

export function ExportSection() {
  const { export: t } = useMessages("offboarding");
  const { _id: businessId } = useBusiness().business;
  const download = (
    <DownloadButton path={getExportPath(businessId)} needsProof busy={t.reading}>
      {t.download}
    </DownloadButton>
  );
  return (
    <Section title={t.title} actions={download}>
      <p className="lead">{t.text}</p>
    </Section>
  );
}

import { Page } from "../../components/page.js";
import { useHomeMessages } from "./messages/index.js";

export default function HomePage() {
  const t = useHomeMessages();
  return <Page title={t.title}>{null}</Page>;
}

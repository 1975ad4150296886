import { lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { useAccess } from "../api/access.js";
import { EmptyState } from "../components/empty-state.js";
import { useComponentMessages } from "../components/messages/index.js";
import { loadMessages, type MessageSource } from "../i18n/messages.js";

type LazyComponent = ComponentType & { preload?: () => Promise<unknown> };

interface PageNeeds {
  /** Loaded together with the page. */
  messages: MessageSource<unknown>;
  /** Without this scope the person sees a sentence in place of the page. */
  scope?: string;
}

/** For `createRoute`: a page in a file of its own, which is loaded when it is first visited or a link to it is touched. */
export function lazyPage(load: () => Promise<{ default: ComponentType }>, { messages, scope }: PageNeeds) {
  const Content = lazyRouteComponent(load, "default") as LazyComponent;
  const component: LazyComponent = () => (scope ? <WithScope scope={scope} Content={Content} /> : <Content />);
  component.preload = () => Promise.all([Content.preload?.(), loadMessages(messages)]);
  return { component: component as RouteComponent };
}

function WithScope({ scope, Content }: { scope: string; Content: ComponentType }) {
  const t = useComponentMessages();
  if (useAccess().can(scope)) return <Content />;
  return <EmptyState title={t.notAllowedTitle}>{t.notAllowedText}</EmptyState>;
}

import { useRecord } from "../../api/public-api.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { Loaded } from "../../components/loaded.js";
import { useMessages } from "../../i18n/messages.js";
import { useSentence } from "./flow-parts.js";
import type { Flow } from "./flows.api.js";
import { listOpenSteps } from "./flows.rules.js";

export interface FlowDialogProps {
  flow: Flow;
  onClose: () => void;
}

/** Puts the page online or takes it offline. Before, it shows what the checklist misses or warns of. */
export function ActivityDialog({ flow: { slug, name, isActive }, onClose }: FlowDialogProps) {
  const t = useMessages("flows").activity;
  return (
    <ConfirmWrite
      area="flows"
      operation="updateFlow"
      input={{ slug, isActive: !isActive }}
      words={{
        title: isActive ? t.deactivateTitle(name) : t.activateTitle(name),
        submit: isActive ? t.deactivate : t.activate,
        done: isActive ? t.deactivated : t.activated,
      }}
      onClose={onClose}
    >
      <p>{isActive ? t.deactivateText : t.activateText}</p>
      {!isActive && <OpenSteps slug={slug} />}
    </ConfirmWrite>
  );
}

/** What is missing before the page goes online. When that could not be read, it says so. */
function OpenSteps({ slug }: { slug: string }) {
  const write = useSentence();
  return (
    <Loaded query={useRecord("flows", "getFlowChecklist", { slug })}>
      {({ steps }) => {
        const open = listOpenSteps(steps).filter((step) => step.name !== "active");
        if (open.length === 0) return null;
        return (
          <div className="notice warn">
            {open.map((step) => (
              <p key={step.name}>{write(step)}</p>
            ))}
          </div>
        );
      }}
    </Loaded>
  );
}

import { type ComponentType, lazy, Suspense } from "react";
import { loadFile } from "../../api/load-file.js";

/** A dialog in a file of its own, which is loaded when it is opened: most visits of a page open none. Also a part of a page that not everybody sees. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Content = lazy(async () => ({ default: await loadFile(load) })) as unknown as ComponentType<Props>;
  return function LazyDialog(props: Props) {
    return (
      <Suspense fallback={null}>
        <Content {...props} />
      </Suspense>
    );
  };
}

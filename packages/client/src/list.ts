import { TenantOpsError } from "./error.js";

export interface PageResult<Item, Page> {
  page: Page;
  items: readonly Item[];
  /** Undefined on the last page. */
  nextCursor: string | undefined;
}

/**
 * A list. `await` it for its first page, or iterate it for the items of all pages:
 * `for await (const stock of client.supply.listStocks())`. Nothing is sent before one of the two.
 */
export class List<Item, Page> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #readPage: (cursor?: string) => Promise<PageResult<Item, Page>>;
  #first: Promise<Page> | undefined;

  constructor(readPage: (cursor?: string) => Promise<PageResult<Item, Page>>) {
    this.#readPage = readPage;
  }

  /** The pages one after another, each read when it is needed. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for await (const { page } of this.#iterate()) yield page;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.#iterate()) yield* items;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a list reads its first page
  then<Result = Page, Failure = never>(
    onPage?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#first ??= this.#readPage().then(({ page }) => page);
    return this.#first.then(onPage, onError);
  }

  catch<Failure = never>(
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Page | Failure> {
    return this.then(null, onError);
  }

  async *#iterate(): AsyncGenerator<PageResult<Item, Page>, void, undefined> {
    for (let cursor: string | undefined; ;) {
      const result = await this.#readPage(cursor);
      yield result;
      if (result.nextCursor === undefined) return;
      if (result.nextCursor === cursor)
        throw new TenantOpsError({
          code: "unexpected_answer",
          detail: "Two pages of the list name the same next page.",
        });
      cursor = result.nextCursor;
    }
  }
}

/** The parameter `cursor` of the next page in a header `Link: <…>; rel="next"`. Only the cursor is taken, never the address. */
export function readNextLink(link: string | null): string | undefined {
  const address = link?.match(/<([^>]*)>[^,]*;\s*rel="?next"?/)?.[1];
  if (address === undefined) return undefined;
  return new URL(address, "https://server.invalid").searchParams.get("cursor") ?? undefined;
}

import { BaseError, redactDatabaseUrl } from '@vaultwright/base'

/** Where a store is. */
export type StoreLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

/**
 * Reads where a store is.
 *
 * @param url - `sqlite:<path>`, a plain path, `:memory:`, `postgres://…` or `postgresql://…`.
 * @throws {InvalidStoreUrlError} if it is not valid of these.
 */
export function parseStoreUrl(url: string): StoreLocation {
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return { kind: 'postgres', url }
  const path = url.replace(/^sqlite:(\/\/)?/, '')
  if (path === '' || path.includes('\0')) throw new InvalidStoreUrlError(url)
  // Two letters at least: a path like C:\data is none.
  if (path !== ':memory:' && /^[a-z][a-z0-9+.-]+:/i.test(path)) throw new InvalidStoreUrlError(url)
  return { kind: 'sqlite', path }
}

/** A text does not say where a store is. */
export class InvalidStoreUrlError extends BaseError {
  override readonly code = 'invalid_store_url'
  override readonly kind = 'invalid_input'

  constructor(url: string) {
    const shown = redactDatabaseUrl(url).slice(0, 200)
    super({
      message: `${JSON.stringify(shown)} names no store. Give sqlite:<path>, a path, or postgres://user:password@host/database.`,
      facts: { url: shown },
    })
  }
}

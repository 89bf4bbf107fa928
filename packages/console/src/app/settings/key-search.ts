/** The owner of the shown keys: the user, or the whole tenant. */
export type KeySearch = { readonly all?: true }

/** Reads whose keys an address shows. */
export function parseKeySearch(search: Readonly<Record<string, unknown>>): KeySearch {
  return search.all === undefined || search.all === false ? {} : { all: true }
}

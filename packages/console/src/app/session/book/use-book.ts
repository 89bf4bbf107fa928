import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Address, isAddressText } from '@vaultwright/base'
import {
  type BookEntry,
  bookNames,
  chainOf,
  joinNames,
  type NameLookup,
} from '@vaultwright/registry'
import { useMemo } from 'react'
import { useSession } from '../session.ts'

/** The tenant's names of its own accounts; signed out there are none. */
export const bookQuery = queryOptions({
  queryKey: ['account-names'],
  queryFn: async (): Promise<readonly BookEntry[]> => {
    const response = await fetch('/console/v1/account-names', {
      headers: { 'x-vaultwright-console': '1' },
    })
    if (!response.ok) return []
    return entriesIn(await response.json())
  },
})

const noEntries: readonly BookEntry[] = []

/** The copy that opens from a disk asks no service. */
const useEntries = isOffline ? () => noEntries : useSignedInEntries

/** Names accounts of a chain as the tenant's address book does. The names are the service's word, and mean no verdict. */
export function useBookNames(chainId: number | null): NameLookup {
  const entries = useEntries()
  return useMemo(() => bookNames(entries, chainId), [entries, chainId])
}

/** Adds the names of the tenant's address book to what names accounts; the more trusted source goes before. */
export function useNamed<Context extends { readonly names: NameLookup }>(
  context: Context,
  chainId: number | null,
): Context {
  const book = useBookNames(chainId)
  return useMemo(() => ({ ...context, names: joinNames(context.names, book) }), [context, book])
}

function useSignedInEntries(): readonly BookEntry[] {
  const isSignedIn = useSession() != null
  return useQuery({ ...bookQuery, enabled: isSignedIn }).data ?? noEntries
}

/** Takes the entries that name an account: the page asks on many screens, so it goes without the client's schemas. */
function entriesIn(answer: unknown): readonly BookEntry[] {
  const { data } = Object(answer) as { readonly data?: unknown }
  if (!Array.isArray(data)) return []
  return data.flatMap((row: unknown): readonly BookEntry[] => {
    const { chain, address, name } = Object(row) as Readonly<Record<string, unknown>>
    if (typeof address !== 'string' || !isAddressText(address) || typeof name !== 'string')
      return []
    const entry = { address: address as Address, text: name }
    if (chain === null) return [{ ...entry, chainId: null }]
    const chainId = typeof chain === 'string' ? chainOf(chain)?.id : undefined
    return chainId === undefined ? [] : [{ ...entry, chainId }]
  })
}

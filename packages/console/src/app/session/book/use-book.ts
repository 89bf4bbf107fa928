import { useQuery } from '@tanstack/react-query'
import { type BookEntry, bookNames, joinNames, type NameLookup } from '@vaultwright/registry'
import { useMemo } from 'react'
import { useSession } from '../session.ts'
import { bookQuery, noEntries } from './book-query.ts'

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

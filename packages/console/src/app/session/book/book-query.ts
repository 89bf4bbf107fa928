import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Address, isAddressText } from '@vaultwright/base'
import { type BookEntry, chainOf } from '@vaultwright/registry'
import { useCallback } from 'react'
import { sessionQuery } from '../session.ts'

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

/** No names. */
export const noEntries: readonly BookEntry[] = []

/** A function that reads the names, for work that goes on beside the page. The copy from a disk asks no service. */
export const useBookReader = isOffline ? () => readNothing : useSignedInReader

async function readNothing(): Promise<readonly BookEntry[]> {
  return noEntries
}

/** Milliseconds that work waits for the names: it goes on without them rather than late. */
const longestWait = 3_000

/** A reader that finds no names if they cannot be read in time, as with the network cut. */
function useSignedInReader(): () => Promise<readonly BookEntry[]> {
  const queries = useQueryClient()
  return useCallback(() => {
    const now = { networkMode: 'always' } as const
    const read = async () => {
      if ((await queries.fetchQuery({ ...sessionQuery, ...now })) === null) return noEntries
      return queries.fetchQuery({ ...bookQuery, ...now, staleTime: 60_000 })
    }
    const late = new Promise<readonly BookEntry[]>((resolve) => {
      setTimeout(resolve, longestWait, noEntries)
    })
    return Promise.race([read().catch(() => noEntries), late])
  }, [queries])
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

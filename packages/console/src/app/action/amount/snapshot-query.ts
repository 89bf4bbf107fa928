import { queryOptions } from '@tanstack/react-query'
import { sessionClient } from '../../session/session-client.ts'

/** The question for the holdings of a vault at its last count: a vault that was never counted has none to show. */
export function snapshotQuery(place: { readonly chain: string; readonly vault: string }) {
  const { chain, vault } = place
  return queryOptions({
    queryKey: ['snapshot', chain, vault.toLowerCase(), 'form'],
    queryFn: async () =>
      (await sessionClient().getLatestSnapshot({ chain, vault_address: vault })).data,
    staleTime: 60_000,
    retry: false,
  })
}

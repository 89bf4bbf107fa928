import { queryOptions } from '@tanstack/react-query'
import type { VaultAddress } from '@vaultwright/check'
import { ResponseError } from '@vaultwright/client'
import type { SafeEntryData } from '@vaultwright/wire'
import { sessionClient } from '../../session/session-client.ts'
import { vaultSafesQuery } from './vault-safes.ts'

/** The transactions that wait in the queue of a Safe, as the service judges them. */
export type WaitingQueue = {
  /** Of the strategist. */
  readonly name: string
  /** Answers of what can still run, the worst first. */
  readonly answers: readonly SafeEntryData['answer'][]
}

const worstFirst = ['no', 'incomplete', 'conditional', 'yes'] as const

/** Lists the answers of a queue's entries that can still run, the worst first. */
export function waitingAnswersOf(
  entries: readonly Pick<SafeEntryData, 'state' | 'answer'>[],
): WaitingQueue['answers'] {
  const open = entries.filter(({ state }) => state !== 'dead')
  return worstFirst.flatMap((answer) =>
    open.filter((entry) => entry.answer === answer).map(() => answer),
  )
}

/** The question what waits in the queues of the Safes of a vault. The queue's own tab judges it again in the page. */
export function vaultWaitingQuery({ chain, address }: VaultAddress) {
  return queryOptions({
    queryKey: ['safe-waiting', chain, address.toLowerCase()],
    queryFn: async ({ client: queries }): Promise<readonly WaitingQueue[]> => {
      const safes = await queries
        .ensureQueryData(vaultSafesQuery({ chain, address }))
        .catch(noneUnserved)
      const readQueue = async ({ name, account }: (typeof safes)[number]) => {
        const request = { chain, safe: account.safe_address }
        const { data } = await sessionClient().getSafeQueue(request)
        return { name, answers: waitingAnswersOf(data.entries) }
      }
      return Promise.all(safes.map(readQueue)).catch(noneUnserved)
    },
    staleTime: 30_000,
    retry: false,
  })
}

/** Without a node or a service of queues nothing is counted: the operator chose to show none. */
function noneUnserved(error: unknown): readonly never[] {
  if (error instanceof ResponseError && error.reason === 'safe_unserved') return []
  throw error
}

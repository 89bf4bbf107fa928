import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SentEnd } from '../../part/wallet/send-call.ts'
import type { AnnouncedWallet } from '../../part/wallet/wallet.ts'
import { WalletAct } from '../../part/wallet/wallet-act.tsx'
import { useSession } from '../../session/session.ts'
import { sessionClient } from '../../session/session-client.ts'
import { executionBarOf, signersText, stateText } from './entry-text.ts'
import type { OpenEntry, OpenQueue } from './open-queue.ts'
import { type SafeOfVault, safeExecutionQuery, safeQueueQuery } from './queue-data.ts'

/** The execution of a transaction that enough owners signed: by any account of a wallet, which pays for gas. */
export function ExecutePanel(props: {
  readonly entry: OpenEntry
  readonly queue: OpenQueue
  readonly place: SafeOfVault
  readonly end: SentEnd | null
  readonly setEnd: (end: SentEnd) => void
  /** Into Safe{Wallet}. */
  readonly children: ReactNode
}) {
  const { entry, queue, place, end, setEnd, children } = props
  const queries = useQueryClient()
  const isWriter = useSession()?.user.role !== 'viewer'
  const { verified } = entry
  const { account } = queue.safe
  const execute = async (wallet: AnnouncedWallet) => {
    const { executeByWallet } = await import('./execute-entry.ts')
    const { chain, safe } = place
    const { hash: safe_tx_hash } = verified
    const ask = async (sender_address: string) => {
      const request = { chain, safe, safe_tx_hash, sender_address }
      return (await sessionClient().sendSafeTransaction(request)).data
    }
    setEnd(await executeByWallet(wallet, { verified, account, ask }))
    await queries.invalidateQueries({ queryKey: safeExecutionQuery(place, safe_tx_hash).queryKey })
    await queries.invalidateQueries({ queryKey: safeQueueQuery(place).queryKey })
  }
  const bar = executionBarOf(entry, queue)
  return (
    <>
      <p role="status">
        <strong>
          {signersText(entry, queue)}: {stateText(entry, queue)}
        </strong>
      </p>
      {bar !== null || !isWriter || end !== null ? (
        <p>
          {bar ?? (end === null ? 'Your role reads. A strategist executes.' : '')} {children}
        </p>
      ) : (
        <WalletAct action="Execute with wallet" isReady work={execute}>
          {children}
        </WalletAct>
      )}
    </>
  )
}

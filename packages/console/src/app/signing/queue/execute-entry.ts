import { type Address, BaseError, type Hex } from '@vaultwright/base'
import {
  encodeSafeExecution,
  executableSignaturesOf,
  type SafeAccountState,
  type VerifiedEntry,
} from '@vaultwright/safe'
import type { SafeSendingData } from '@vaultwright/wire'
import {
  followSent,
  type SentCall,
  type SentEnd,
  sendByWallet,
} from '../../part/wallet/send-call.ts'
import { type AnnouncedWallet, connectWallet } from '../../part/wallet/wallet.ts'

/** A transaction that all owners signed, the Safe, and the service that simulates its execution. */
export type ExecutionTask = {
  readonly verified: VerifiedEntry
  readonly account: SafeAccountState
  /** Asks the service for the call of a sender: it notes that it was asked, and simulates. */
  readonly ask: (sender: Address) => Promise<SafeSendingData>
}

/**
 * Makes the call that executes an entry from the signatures that were verified in this page.
 *
 * @throws {SendingDiffersError} when the service's call is another one.
 */
export function executionCallOf(
  { verified, account }: Pick<ExecutionTask, 'verified' | 'account'>,
  sender: Address,
  served: SafeSendingData,
): SentCall {
  const { chainId, safe: to } = account
  const signatures = executableSignaturesOf(verified.signatures, account)
  const { transaction } = verified.entry
  const data = signatures === null ? null : encodeSafeExecution({ ...transaction, signatures })
  const isSame =
    served.chain_id === chainId &&
    [served.to, served.from, served.data].join().toLowerCase() ===
      [to, sender, data].join().toLowerCase()
  if (data === null || !isSame) throw new SendingDiffersError(verified.hash)
  return { from: sender, to, data, chainId }
}

/**
 * Executes an entry by a wallet, and follows it into its block.
 *
 * @throws {WalletError} {SendingDiffersError} and what the service refuses; nothing was sent then.
 */
export async function executeByWallet(
  wallet: AnnouncedWallet,
  task: ExecutionTask,
): Promise<SentEnd> {
  const [sender] = await connectWallet(wallet, task.account.chainId)
  const served = await task.ask(sender as Address)
  const call = executionCallOf(task, sender as Address, served)
  const hash = await sendByWallet(wallet, call)
  return followSent(wallet, call, hash)
}

/** The service makes another execution than this page. */
class SendingDiffersError extends BaseError {
  override readonly code = 'sending_differs'
  override readonly kind = 'damaged_data'

  constructor(hash: Hex) {
    super({
      message: `The service makes another call for ${hash} than this page makes of the verified signatures. Nothing was sent. Execute it in Safe{Wallet}, and tell the operator.`,
      facts: { hash },
    })
  }
}

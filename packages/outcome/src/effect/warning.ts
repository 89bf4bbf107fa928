import { type Address, zeroAddress } from '@vaultwright/base'
import { managerTopics, nativeAsset } from '@vaultwright/registry'
import type { BlockRef } from '../read/block-ref.ts'
import type { Execution } from '../trace/execution.ts'
import type { SimulatedApproval } from './approval.ts'
import { type BalanceChange, type BalanceInput, balanceChangeOf } from './balance.ts'
import type { Warning } from './simulation.ts'
import { supplyRead } from './state-read.ts'
import { transferCounterpartiesIn } from './touched.ts'
import { type RecipientInput, unknownRecipientWarningsOf } from './unknown-recipient.ts'

/** The inputs of warnings. */
export type SimulationWarningInput = BalanceInput &
  RecipientInput & {
    readonly block: BlockRef
    readonly execution: Execution
    readonly vault: Address | null
    readonly approvals: readonly SimulatedApproval[]
    readonly balances: readonly BalanceChange[]
  }

/** A block older than so many seconds is old, by default. */
const staleAfterDefault = 600n

/** Lists what deserves a look before you sign. */
export function warningsOf(seen: SimulationWarningInput): readonly Warning[] {
  if (!seen.execution.isSuccess) return staleBlock(seen)
  return [
    ...noEffect(seen),
    ...unlimitedApprovals(seen),
    ...unknownRecipientWarningsOf(seen),
    ...transferMismatches(seen),
    ...supplyChange(seen),
    ...staleBlock(seen),
  ]
}

/** Nothing changed: not by the state's difference where the node tells it, else not by log or measure. */
function noEffect(seen: SimulationWarningInput): readonly Warning[] {
  const { execution, request, logs, transfers } = seen
  const isMeasured = [...seen.measurement.values()].some(({ before, after }) => before !== after)
  const { diff } = execution
  const isChanged =
    diff === null
      ? transfers.length > 0 ||
        logs.some(({ topics }) => topics[0] !== managerTopics.BoringVaultManaged)
      : [...diff].some(
          ([name, { storage, isChanged: isOther }]) =>
            // The sender's nonce is not an effect; nor is a transfer of zero.
            storage.size > 0 || (isOther && name !== request.from && name !== zeroAddress),
        )
  if (isMeasured || isChanged) return []
  const message =
    'The transaction succeeds and changes nothing. Make sure that the address, the network and the calldata are the ones that are meant.'
  return [{ code: 'no_effect', message, facts: { to: request.to, logs: logs.length } }]
}

function unlimitedApprovals({ approvals }: SimulationWarningInput): readonly Warning[] {
  return approvals
    .filter(({ isUnlimited }) => isUnlimited)
    .map(({ standard, token, owner, spender }) => ({
      code: 'unlimited_approval',
      message: `${spender} may take any amount of ${token} from ${owner} from now on.`,
      facts: { standard, token, owner, spender },
    }))
}

/** The logs say one thing and the balances another, for the vault or for who deals with it. */
function transferMismatches(seen: SimulationWarningInput): readonly Warning[] {
  const { holders, transfers, balances } = seen
  const otherParties = transferCounterpartiesIn(transfers, holders).flatMap(
    ({ token, account }) => {
      const line = balanceChangeOf(token, account, seen)
      return line === null ? [] : [line]
    },
  )
  const lines = [...balances, ...otherParties].filter(({ isReconciled }) => !isReconciled)
  const different = new Map(lines.map((line) => [`${line.token} ${line.holder}`, line]))
  const wrong = [...different.values()].map(({ token, holder, change, logged }): Warning => {
    const what = token === nativeAsset ? 'the coin' : token
    return {
      code: 'transfer_log_mismatch',
      message: `The balance of ${holder} in ${what} changes by ${change}, but the logs tell ${logged}. Believe the balance.`,
      facts: { token, holder, change: String(change), logged: String(logged) },
    }
  })
  return [...wrong, ...unmeasuredTransfers(seen)]
}

/** A transfer of the vault's that no balance stands behind: whether it moved is not known. */
function unmeasuredTransfers(seen: SimulationWarningInput): readonly Warning[] {
  const { holders } = seen
  return seen.transfers
    .filter(({ standard }) => standard === 'erc20' || standard === 'wrapped')
    .filter(({ from, to }) => holders.includes(from) || holders.includes(to))
    .filter(({ token, from, to }) =>
      [from, to].some((one) => holders.includes(one) && balanceChangeOf(token, one, seen) === null),
    )
    .map(({ token, from, to, amount, logIndex }) => ({
      code: 'transfer_log_mismatch',
      message: `${token} logs a transfer of ${amount} from ${from} to ${to}, but tells no balance. What moved, if anything, is not known.`,
      facts: { token, from, to, amount: textOf(amount), logIndex },
    }))
}

function supplyChange({ vault, measurement }: SimulationWarningInput): readonly Warning[] {
  if (vault === null) return []
  const { before, after } = measurement.get(supplyRead(vault).key) ?? {}
  if (before == null || after == null || before === after) return []
  return [
    {
      code: 'supply_changed',
      message: `The vault's shares change from ${before} to ${after}. The Manager refuses that inside a batch.`,
      facts: { vault, before: String(before), after: String(after) },
    },
  ]
}

function staleBlock({ request, block }: SimulationWarningInput): readonly Warning[] {
  if (request.nowUnix === undefined) return []
  const age = request.nowUnix - block.timestamp
  if (age <= (request.staleAfter ?? staleAfterDefault)) return []
  return [
    {
      code: 'stale_block',
      message: `Block ${block.number} is ${age} seconds old. Simulate on a newer one before signing.`,
      facts: { block: String(block.number), ageSeconds: String(age) },
    },
  ]
}

function textOf(value: bigint | null): string | null {
  return value === null ? null : String(value)
}

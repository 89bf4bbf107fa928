import { type Address, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { Call } from '@vaultwright/manager'
import { managerTopics, nativeAsset } from '@vaultwright/registry'
import type { Approval } from './approval.ts'
import { type BalanceChange, balanceChangeOf } from './balance.ts'
import type { BlockRef } from './block.ts'
import { settledFramesOf } from './call-trace.ts'
import type { Execution } from './execution.ts'
import { type Measurement, supplyReading } from './measurement.ts'
import type { SimulatedLog } from './simulated-log.ts'
import type { SimulationRequest, Warning } from './simulation.ts'
import { othersIn } from './touched.ts'
import type { Transfer } from './transfer.ts'

/** What warnings are made of. */
export type Seen = {
  readonly request: SimulationRequest
  readonly block: BlockRef
  readonly execution: Execution
  readonly vault: Address | null
  /** What the vault called. */
  readonly calls: readonly Call[]
  readonly logs: readonly SimulatedLog[]
  readonly transfers: readonly Transfer[]
  readonly approvals: readonly Approval[]
  readonly balances: readonly BalanceChange[]
  readonly measurement: Measurement
}

/** A block older than so many seconds is old, when nobody says otherwise. */
const staleAfterDefault = 600n

/**
 * Lists what deserves a look before anybody signs.
 *
 * @param seen - everything that is known of the transaction.
 * @returns warnings; a transaction that reverts has none but its block's age.
 */
export function warningsOf(seen: Seen): readonly Warning[] {
  if (!seen.execution.isSuccess) return staleBlock(seen)
  return [
    ...noEffect(seen),
    ...unlimitedApprovals(seen),
    ...strangers(seen),
    ...mismatches(seen),
    ...supplyChange(seen),
    ...staleBlock(seen),
  ]
}

/** Nothing changed: not by the state's difference where the node tells it, else not by log or measure. */
function noEffect(seen: Seen): readonly Warning[] {
  const { execution, request, logs, transfers } = seen
  const isMeasured = [...seen.measurement.values()].some(({ before, after }) => before !== after)
  const { diff } = execution
  const isChanged =
    diff === null
      ? transfers.length > 0 ||
        logs.some(({ topics }) => topics[0] !== managerTopics.BoringVaultManaged)
      : [...diff].some(
          ([name, { storage, isChanged: isOther }]) =>
            // The sender's nonce is no effect; nor is what nobody is paid.
            storage.size > 0 || (isOther && name !== request.from && name !== zeroAddress),
        )
  if (isMeasured || isChanged) return []
  const message =
    'The transaction succeeds and changes nothing. Make sure that the address, the network and the calldata are the ones that are meant.'
  return [{ code: 'no_effect', message, facts: { to: request.to, logs: logs.length } }]
}

function unlimitedApprovals({ approvals }: Seen): readonly Warning[] {
  return approvals
    .filter(({ isUnlimited }) => isUnlimited)
    .map(({ standard, token, owner, spender }) => ({
      code: 'unlimited_approval',
      message: `${spender} may take any amount of ${token} from ${owner} from now on.`,
      facts: { standard, token, owner, spender },
    }))
}

/**
 * Somebody gets something who neither is part of the system nor does anything in the transaction: a
 * pool that is called keeps what it is paid, but an account that is only paid is a receiver.
 */
function strangers(seen: Seen): readonly Warning[] {
  const { vault, request, execution, calls, logs, transfers } = seen
  if (vault === null) return []
  const known = new Set<Address>([
    vault,
    request.to,
    zeroAddress,
    ...calls.map((call) => call.target),
  ])
  for (const { address } of logs) known.add(address)
  for (const { to, input } of execution.trace === null ? [] : settledFramesOf(execution.trace)) {
    if (to !== null && input.length >= 10) known.add(to)
  }
  const paid = transfers
    .filter(({ from, to }) => !known.has(to) && !isSameAddress(from, to))
    .map(({ standard, token, to, amount, id, logIndex }) => ({
      receiver: to,
      facts: { standard, token, amount: textOf(amount), id: textOf(id), logIndex },
    }))
  const named = logs.flatMap(({ address, index, decoded }) =>
    (decoded?.receivers ?? [])
      .map((name) => ({ name, receiver: decoded!.arguments[name] as Address }))
      .filter(({ receiver }) => !known.has(receiver))
      .map(({ name, receiver }) => ({
        receiver,
        facts: { contract: address, event: decoded!.name, argument: name, logIndex: index },
      })),
  )
  return [...paid, ...named].map(({ receiver, facts }) => ({
    code: 'receiver_not_vault',
    message: `${receiver} receives something and is neither the vault nor part of what it calls. Make sure that it should.`,
    facts: { receiver, ...facts },
  }))
}

/** The logs say one thing and the balances another, for the vault or for who deals with it. */
function mismatches(seen: Seen): readonly Warning[] {
  const { vault, transfers, balances, measurement } = seen
  if (vault === null) return []
  const others = othersIn(transfers, vault).flatMap(({ token, account }) => {
    const line = balanceChangeOf(token, account, seen)
    return line === null ? [] : [line]
  })
  const lines = [...balances, ...others].filter(({ isReconciled }) => !isReconciled)
  const different = new Map(lines.map((line) => [`${line.token} ${line.holder}`, line]))
  const wrong = [...different.values()].map(({ token, holder, change, logged }): Warning => {
    const what = token === nativeAsset ? 'the coin' : token
    return {
      code: 'transfer_log_mismatch',
      message: `The balance of ${holder} in ${what} changes by ${change}, but the logs tell ${logged}. Believe the balance.`,
      facts: { token, holder, change: String(change), logged: String(logged) },
    }
  })
  return [...wrong, ...unmeasured(vault, transfers, measurement)]
}

/** A transfer of the vault's that no balance stands behind: the log is of something that is no token. */
function unmeasured(
  vault: Address,
  transfers: readonly Transfer[],
  measurement: Measurement,
): readonly Warning[] {
  return transfers
    .filter(({ standard }) => standard === 'erc20' || standard === 'wrapped')
    .filter(({ from, to }) => from === vault || to === vault)
    .filter(({ token }) => balanceChangeOf(token, vault, { measurement, transfers }) === null)
    .map(({ token, from, to, amount, logIndex }) => ({
      code: 'transfer_log_mismatch',
      message: `${token} logs a transfer of ${amount} from ${from} to ${to}, but has no balances. Nothing moved.`,
      facts: { token, from, to, amount: textOf(amount), logIndex },
    }))
}

function supplyChange({ vault, measurement }: Seen): readonly Warning[] {
  if (vault === null) return []
  const { before, after } = measurement.get(supplyReading(vault).key) ?? {}
  if (before == null || after == null || before === after) return []
  return [
    {
      code: 'supply_changed',
      message: `The vault's shares change from ${before} to ${after}. The Manager refuses that inside a batch.`,
      facts: { vault, before: String(before), after: String(after) },
    },
  ]
}

function staleBlock({ request, block }: Seen): readonly Warning[] {
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

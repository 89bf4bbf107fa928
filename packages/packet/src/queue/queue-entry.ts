import type { Address, Hex } from '@vaultwright/base'
import type { CallContext } from '@vaultwright/protocols'
import {
  isHashStated,
  type SafeAccountState,
  type SignedCall,
  signatureNotes,
  signedCallsOf,
  type VerifiedEntry,
} from '@vaultwright/safe'
import { callHashOf, contentHashOf } from '../content.ts'
import type { PacketReason } from '../reason.ts'
import {
  type BatchContext,
  batchEvidenceOf,
  type ManagerEvidence,
  vaultOfManager,
} from '../root.ts'
import { judgePacket, type PacketEvidence, type PacketVerdict } from '../verdict.ts'

/**
 * The evidence on the entries of a queue: everything but account and device.
 *
 * With `vaults` each batch is held against the tree of the vault whose Manager it calls, and `root` counts for others.
 */
export type QueueEvidence = Omit<
  PacketEvidence,
  'account' | 'compared' | 'isOtherOnDevice' | 'simulation'
>

/** The verdict over an entry of a queue; a Yes means that it may be proposed or confirmed, never that a device shows it. */
export type QueueVerdict = PacketVerdict & {
  /** The same for the same content at any nonce and gas. */
  readonly intentHash: Hex
  /** The Manager whose vault names the accounts and counts the amounts; null for the names of the evidence. */
  readonly manager: Address | null
}

/**
 * Judges one entry of a Safe's queue as a packet: by the account that the chain states, without a device.
 *
 * @param verified - the entry with its hash computed again and its signatures checked.
 * @param evidence - the root and the names.
 */
export function judgeQueueEntry(
  verified: VerifiedEntry,
  account: SafeAccountState,
  evidence: QueueEvidence,
): QueueVerdict {
  const { entry } = verified
  const { safe, chainId, version } = account
  const { nonce } = entry.transaction
  const signer = { safe, chainId, version, nonce, to: null, outers: [] }
  const called = calledVaultsOf(entry.call, evidence.vaults ?? [])
  const verdict = judgePacket(
    { call: entry.call },
    { ...evidence, account: signer, compared: null, isOtherOnDevice: false, simulation: null },
    [...entryReasons(verified, account), ...severalReasons(called)],
  )
  const manager = called.length === 1 ? called[0]!.manager : null
  return { ...verdict, intentHash: intentHashOf(entry.call, account), manager }
}

/** Gives the root and the names by which an entry was judged. */
export function entryEvidenceOf(
  { manager }: Pick<QueueVerdict, 'manager'>,
  evidence: BatchContext,
): Pick<QueueEvidence, 'root' | 'naming'> {
  return batchEvidenceOf(manager, evidence)
}

/** Changes all names of the evidence on a queue. */
export function withNames(
  evidence: QueueEvidence,
  change: (naming: CallContext) => CallContext,
): QueueEvidence {
  const vaults = (evidence.vaults ?? []).map((vault) => ({
    ...vault,
    naming: change(vault.naming),
  }))
  return { ...evidence, naming: change(evidence.naming), vaults }
}

/** Finds the vaults whose Managers a call calls, each once. */
function calledVaultsOf(
  call: SignedCall,
  vaults: readonly ManagerEvidence[],
): readonly ManagerEvidence[] {
  const batches = signedCallsOf(call).filter(({ call: layer }) => layer.kind === 'manager_batch')
  return [...new Set(batches.flatMap(({ call: { to } }) => vaultOfManager(to, vaults) ?? []))]
}

/** Sums, names and bounds are of one vault: two in one transaction cannot be told apart there. */
function severalReasons(called: readonly ManagerEvidence[]): readonly PacketReason[] {
  if (called.length < 2) return []
  const managers = called.map(({ manager }) => manager).join(' and ')
  const message = `The transaction calls the Managers ${managers}: each batch is held against the tree of its own vault, but sums and bounds are of one vault alone. Propose a transaction a vault.`
  return [{ weight: 'incomplete', code: 'several_vaults', path: null, message }]
}

/**
 * Computes the hash of what a transaction of a Safe does, without nonce and gas: twice the same is one proposal.
 *
 * @param call - the Safe's transaction, opened.
 */
export function intentHashOf(
  call: SignedCall,
  { safe, chainId }: Pick<SafeAccountState, 'safe' | 'chainId'>,
): Hex {
  const inner = call.kind === 'safe_transaction' ? call.children[0]! : call
  const content = contentHashOf(inner, { chainId, to: null })
  return callHashOf({ chainId, to: safe, value: 0n, data: content })
}

/** Reasons beside the calls: what the service states, and who signed. */
function entryReasons(verified: VerifiedEntry, account: SafeAccountState): readonly PacketReason[] {
  const { entry, signatures, refusals, isExecutable } = verified
  const reasons: PacketReason[] = []
  const add = (weight: PacketReason['weight'], code: PacketReason['code'], message: string) =>
    reasons.push({ weight, code, path: null, message })
  if (!isHashStated(verified)) {
    const stated = entry.statedHash ?? 'no hash'
    add(
      'no',
      'two_readings',
      `The service states ${stated}, but the hash of the transaction is ${verified.hash}. What is shown and what is signed differ.`,
    )
  }
  for (const { code, message } of refusals) {
    add(openRefusals.has(code) ? 'incomplete' : 'no', code, message)
  }
  for (const message of signatureNotes(verified)) add('note', 'signature_note', message)
  if (signatures.length >= account.threshold && isExecutable !== true) {
    const weight = isExecutable === null ? 'incomplete' : 'no'
    const word = isExecutable === null ? 'does not say whether it accepts' : 'refuses'
    add(
      weight,
      'safe_refuses',
      `The Safe itself ${word} these signatures at block ${account.blockNumber}.`,
    )
  }
  const isDelegated = entry.isTrusted && entry.proposedByDelegate !== null
  if (signatures.length === 0 && !isDelegated) {
    add(
      'incomplete',
      'unsigned_entry',
      'No owner signed this entry, and the service names no delegate for it: anyone may have put it there.',
    )
  }
  if (entry.transaction.nonce < account.nonce) {
    add(
      'no',
      'nonce_used',
      `The nonce ${entry.transaction.nonce} is used: the Safe is at ${account.nonce}. The entry can never run.`,
    )
  }
  return reasons
}

const openRefusals: ReadonlySet<string> = new Set(['chain_silent', 'signature_kind'])

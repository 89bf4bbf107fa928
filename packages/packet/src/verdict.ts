import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import type { DecoderReadValues, RuleBook } from '@vaultwright/manager'
import {
  openSignedCall,
  type SafeTransaction,
  type SignedCall,
  signedCallsOf,
} from '@vaultwright/safe'
import {
  type HashedPacket,
  hashPacket,
  type PacketAccount,
  type UnhashedPacket,
} from './account.ts'
import {
  type CallJudgementContext,
  gasReasons,
  judgeCalls,
  type PacketCall,
} from './call-judgement.ts'
import { contentHashOf } from './content.ts'
import { type GovernanceCall, governanceReasons } from './governance.ts'
import type { Packet } from './packet.ts'
import { answerOf, noteWeights, type PacketAnswer, type PacketReason } from './reason.ts'
import { type BatchContext, batchEvidenceOf, rootReasons } from './root.ts'
import { type PacketSimulation, simulationReasons } from './simulation/simulation-reason.ts'

/** The hashes that the signer read from the own device and found equal; null where not compared. */
export type ComparedHashes = {
  readonly domain: Hex | null
  readonly message: Hex | null
  readonly transaction: Hex | null
}

/** The evidence of a verdict beside the packet. */
export type PacketEvidence = BatchContext & {
  readonly account: PacketAccount
  /** Null where no device takes part: a Yes then means that it may be proposed, never that it may be signed. */
  readonly compared: ComparedHashes | null
  /** True when the signer saw a hash on the device that is not the one here. */
  readonly isOtherOnDevice: boolean
  /** The simulation beside the packet, as far as it is proven; null without one. */
  readonly simulation: PacketSimulation | null
  readonly rules: RuleBook
  readonly reads: DecoderReadValues
  /** True if an account has code at the block that was read; null if unknown. */
  readonly hasCode?: (account: Address) => boolean | null
}

/** The reasons, and the one answer. */
export type PacketVerdict = {
  readonly answer: PacketAnswer
  /** Over chain, account, value and data, with what the signer adds to the packet: 32 bytes. */
  readonly contentHash: Hex
  /** Heaviest first. */
  readonly reasons: readonly PacketReason[]
  readonly hashed: HashedPacket | UnhashedPacket
  /** The call that is hashed, or where it cannot be hashed the packet's, with every call inside. */
  readonly calls: readonly PacketCall[]
  /** The calls that change who may act afterwards. */
  readonly governance: readonly GovernanceCall[]
}

export const nothingCompared: ComparedHashes = { domain: null, message: null, transaction: null }

/**
 * Judges a packet: may it be signed?
 *
 * The calls are read out of the very bytes that are hashed. Every rule adds its reasons; the answer is
 * computed once, last, from all of them: Yes only where no reason is left, conditional where conditions are.
 *
 * @param further - reasons of what holds the packet, such as a queue.
 */
export function judgePacket(
  packet: Pick<Packet, 'call'>,
  evidence: PacketEvidence,
  further: readonly PacketReason[] = [],
): PacketVerdict {
  const { account, simulation, naming } = evidence
  const hashed = hashPacket(packet, account)
  const rejection =
    evidence.compared === null && hashed.ok ? judgeRejection(packet.call, hashed) : null
  const origin = {
    transaction: hashed.ok ? hashed.transaction : null,
    sender: hashed.ok ? hashed.safe : account.safe,
    chainId: account.chainId,
  }
  const judged = rejection ?? judgeTransaction(packet.call, origin, evidence)
  const { calls, governance } = judged
  const reasons = withoutTwins([
    ...walletReasons(hashed, evidence),
    ...judged.reasons,
    ...(rejection === null ? provenReasons(calls, governance) : []),
    ...further,
    ...(simulation === null
      ? []
      : simulationReasons(calls, simulation, { chainId: account.chainId, vault: naming.vault })),
  ])
  const contentHash = contentHashOf(packet.call, account)
  return { answer: answerOf(reasons), contentHash, reasons, hashed, calls, governance }
}

/** The facts about a transaction beside its document. */
type TransactionOrigin = {
  /** The hashed transaction; null where that is not known, and the document's own call is judged. */
  readonly transaction: SafeTransaction | null
  /** The sender; null if unknown. */
  readonly sender: Address | null
  readonly chainId: number | null
}

/**
 * Reads the calls of a transaction out of the very bytes that are hashed, and judges each: the one
 * reading of `packet`, `safe hash` and the signing room.
 *
 * @param document - the call as its document states it, whose own notes count as well.
 * @returns every call down to the last, and what speaks against them, heaviest first.
 */
export function judgeTransaction(
  document: SignedCall,
  { transaction, sender, chainId }: TransactionOrigin,
  context: CallJudgementContext,
): JudgedCalls {
  const { call, problem } = judgedCallOf(document, transaction)
  const calls = judgeCalls(call, sender, context)
  const governance = calls.flatMap((judged) => judged.governance ?? [])
  const reasons = withoutTwins([
    ...(problem === null ? [] : [problem]),
    ...formReasons(document, call),
    ...(transaction === null ? [] : gasReasons(transaction)),
    ...rootReasonsFor(calls, context, chainId),
    ...calls.flatMap((judged) => judged.reasons),
    ...governanceReasons(governance),
  ])
  return { calls, governance, reasons }
}

type JudgedCalls = Pick<PacketVerdict, 'calls' | 'governance' | 'reasons'>

/**
 * Judges the empty call of a Safe to itself, which does nothing but use up its nonce; null for any other transaction.
 *
 * The Safe takes an empty call as a payment, so that no fallback handler sees it.
 */
function judgeRejection(
  document: SignedCall,
  { safe, transaction }: Pick<HashedPacket, 'safe' | 'transaction'>,
): JudgedCalls | null {
  const { to, value, data, operation } = transaction
  const isEmpty = value === 0n && data === '0x' && operation === 'call'
  if (!isEmpty || !isSameAddress(to, safe)) return null
  const call = openSignedCall(transaction)
  const message =
    'The Safe calls itself without calldata: nothing happens but that its nonce is used, and no other transaction with that nonce can run.'
  const rejection: PacketReason = { weight: 'note', code: 'rejection', path: '', message }
  const reasons = [...formReasons(document, call), ...gasReasons(transaction), rejection]
  const judged = {
    path: '',
    call,
    sender: safe,
    batch: null,
    governance: null,
    reasons: [rejection],
  }
  return { calls: [judged], governance: [], reasons }
}

/** The transaction that is hashed, opened again from its bytes. */
function judgedCallOf(
  document: SignedCall,
  transaction: SafeTransaction | null,
): { readonly call: SignedCall; readonly problem: PacketReason | null } {
  if (transaction === null) return { call: document, problem: null }
  try {
    return { call: openSignedCall(transaction), problem: null }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const message = `The calls inside cannot be read: ${error.shortMessage}`
    return { call: document, problem: { weight: 'no', code: 'unreadable', path: null, message } }
  }
}

/** Reasons of the document's own layers, which the hashed bytes lack. */
function formReasons(document: SignedCall, judged: SignedCall): readonly PacketReason[] {
  if (document === judged) return []
  return signedCallsOf(document).flatMap(({ call: { notes } }) =>
    notes
      .filter(({ kind }) => kind !== 'unknown_code')
      .map(({ kind, message }): PacketReason => {
        return { weight: noteWeights[kind], code: kind, path: null, message }
      }),
  )
}

function walletReasons(
  hashed: HashedPacket | UnhashedPacket,
  { compared, isOtherOnDevice }: PacketEvidence,
): readonly PacketReason[] {
  const reasons: PacketReason[] = []
  const add = (weight: PacketReason['weight'], code: PacketReason['code'], message: string) =>
    reasons.push({ weight, code, path: null, message })
  if (isOtherOnDevice) {
    add(
      'no',
      'hash_differs',
      'Your device shows another hash: it would sign something else than this packet. Do not sign.',
    )
  }
  if (!hashed.ok) {
    const { missing, problem } = hashed
    if (missing.length > 0) {
      add(
        'incomplete',
        'wallet_unknown',
        `The hashes of your wallet cannot be computed without the ${missing.join(', ')}. Give what is missing.`,
      )
    } else {
      const isOpen = problem?.code === 'safe_version'
      add(
        isOpen ? 'incomplete' : 'no',
        isOpen ? 'wallet_unknown' : 'two_readings',
        problem?.shortMessage ?? 'The packet cannot be hashed.',
      )
    }
    return reasons
  }
  const { transaction, statedHash, packetNonce, shown } = hashed
  if (packetNonce !== null && packetNonce !== transaction.nonce) {
    add(
      'no',
      'nonce_differs',
      `The nonce ${transaction.nonce} is not the packet's own, ${packetNonce}: with it your wallet signs another transaction. Ask for a packet with the nonce that you mean.`,
    )
  } else if (statedHash !== null && statedHash.toLowerCase() !== hashed.hashes.transaction) {
    add(
      'no',
      'two_readings',
      `The packet states the hash ${statedHash}, but that of its transaction is ${hashed.hashes.transaction}. What is shown and what is signed may differ.`,
    )
  }
  if (compared === null) return reasons
  const rows = [
    ['domain hash', compared.domain, shown.domain],
    ['message hash', compared.message, shown.message],
    ['safeTxHash', compared.transaction, shown.transaction],
  ] as const
  const open = rows.filter(([, seen]) => seen === null).map(([name]) => name)
  const different = rows.filter(([, seen, own]) => seen !== null && seen.toLowerCase() !== own)
  for (const [name, stated, actual] of different) {
    add(
      'no',
      'hash_differs',
      `The ${name} that was compared is ${stated}, but that of this packet is ${actual}. Do not sign.`,
    )
  }
  if (open.length > 0) {
    add('incomplete', 'hash_not_compared', `Not compared with your device: ${open.join(', ')}.`)
  }
  return reasons
}

/** A packet without a batch needs no root to hold it against; with batches, each root that one is held against counts. */
function rootReasonsFor(
  calls: readonly PacketCall[],
  context: CallJudgementContext,
  chainId: number | null,
): readonly PacketReason[] {
  const { root, naming } = context
  const batches = calls.filter(({ call }) => call.kind === 'manager_batch')
  if (batches.length === 0)
    return root === null ? [] : rootReasons(root, { chainId, naming, hasBatch: false })
  const used = new Set(batches.map(({ call }) => batchEvidenceOf(call.to, context)))
  return [...used].flatMap((each) =>
    rootReasons(each.root, { chainId, naming: each.naming, hasBatch: true }),
  )
}

/** A Yes is about something that was proven, never about nothing. */
function provenReasons(
  calls: readonly PacketCall[],
  governance: readonly GovernanceCall[],
): readonly PacketReason[] {
  const isProven =
    calls.some(({ batch }) => batch?.ok && batch.calls.length > 0) ||
    governance.some((change) => change.isProven)
  if (isProven) return []
  const judged = calls.flatMap(({ batch }) => batch?.calls ?? [])
  const proven = judged.filter(({ verdict }) => verdict === 'proven').length
  const message =
    proven === 0
      ? 'No call of this packet is proven.'
      : `Only ${proven} of ${judged.length} calls in this packet ${proven === 1 ? 'is' : 'are'} proven.`
  return [{ weight: 'incomplete', code: 'nothing_proven', path: null, message }]
}

const weights = ['no', 'incomplete', 'condition', 'note'] as const

function withoutTwins(reasons: readonly PacketReason[]): readonly PacketReason[] {
  const byKey = new Map<string, PacketReason>()
  for (const reason of reasons) {
    const key = `${reason.code} ${reason.message}`
    if (!byKey.has(key)) byKey.set(key, reason)
  }
  return weights.flatMap((weight) =>
    [...byKey.values()].filter((reason) => reason.weight === weight),
  )
}

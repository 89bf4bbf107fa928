import {
  type Address,
  BaseError,
  type Hex,
  isSameAddress,
  parseHexOf,
  type Verdict,
  verdictOf,
} from '@vaultwright/base'
import {
  type BatchCall,
  type DecodedBatch,
  type DecoderReadValues,
  isOpenReason,
  type RuleBook,
  readBatch,
  verifyCalldata,
} from '@vaultwright/manager'
import { checkEvidenceCall, type EvidenceReason } from './evidence-call.ts'
import { checksumOfEvidence, type Evidence, type EvidenceCall } from './evidence-file.ts'

/** The inputs of verifying evidence. */
type EvidenceOptions = {
  /** The packs of decoders. */
  readonly rules: RuleBook
  /** Values of the chain by the key of the read. */
  readonly reads?: DecoderReadValues
  /**
   * Tells whether a text is what a call does; null where it cannot be told. A document whose words are
   * something else than its calldata is refused.
   */
  readonly isSentenceOf?: SentenceJudge
}

/** Judges a text by the calldata of a call. */
type SentenceJudge = (
  text: string,
  call: { readonly target: Address; readonly data: Hex; readonly value: bigint },
  context: { readonly chainId: number | null; readonly vault: Address | null },
) => boolean | null

type CallPath = readonly number[]

/**
 * Verifies evidence from the document alone.
 *
 * Nothing stated is trusted: selectors are hashed from signatures, digests from the leaves' fields,
 * proofs folded to the roots, calls decoded from the calldata, arguments packed by the rules. Whether
 * the roots are those on chain, and whether the leaf's slot is the one named, no document can say.
 *
 * @returns yes only when every call is proven; every reason otherwise, open ones among them.
 */
export function verifyEvidence(
  evidence: Evidence,
  options: EvidenceOptions,
): Verdict<EvidenceReason> {
  const reasons = [...headReasons(evidence)]
  const data = evidence.encoded_tx_data
  try {
    const batch = readBatch(data, { manager: evidence.manager })
    reasons.push(...managerReasons(readBatch(data), evidence, []))
    reasons.push(...callReasons({ evidence, options, root: evidence.root }, batch, []))
    reasons.push(...ruleReasons(evidence, options))
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    reasons.push({
      code: 'calldata_unreadable',
      call: null,
      isOpen: false,
      message: `The calldata cannot be read. ${error.shortMessage}`,
      facts: { code: error.code, ...error.facts },
    })
    reasons.push(...strayReasons(evidence.calls, []))
  }
  return verdictOf(reasons)
}

function headReasons(evidence: Evidence): readonly EvidenceReason[] {
  const { capacity, depth, checksum } = evidence
  const reasons: EvidenceReason[] = []
  const whole = { call: null, isOpen: false } as const
  const computed = checksumOfEvidence(evidence)
  if (computed !== checksum) {
    reasons.push({
      ...whole,
      code: 'checksum_differs',
      message: 'The document was changed after it was written: the checksum does not match.',
      facts: { stated: checksum, computed },
    })
  }
  if (capacity !== 2 ** depth) {
    reasons.push({
      ...whole,
      code: 'capacity_differs',
      message: `A tree of depth ${depth} has not ${capacity} slots.`,
      facts: { capacity, depth },
    })
  }
  return reasons
}

/** A loan names its Manager; a document that names another would hide the calls inside. */
function managerReasons(
  batch: DecodedBatch,
  evidence: Evidence,
  path: CallPath,
): readonly EvidenceReason[] {
  return batch.calls.flatMap((call, index): readonly EvidenceReason[] => {
    if (call.loan === null && call.problem === null) return []
    const here = [...path, index]
    const below = call.loan === null ? [] : managerReasons(call.loan.batch, evidence, here)
    if (isSameAddress(call.target, evidence.manager)) return below
    const reason: EvidenceReason = {
      code: 'manager_differs',
      call: here.join('.'),
      isOpen: false,
      message: `Call ${here.join('.')} borrows through the Manager ${call.target}, the document names ${evidence.manager}.`,
      facts: { stated: evidence.manager, found: call.target },
    }
    return [reason, ...below]
  })
}

type Level = {
  readonly evidence: Evidence
  readonly options: EvidenceOptions
  readonly root: Hex | null
}

function callReasons(level: Level, batch: DecodedBatch, path: CallPath): readonly EvidenceReason[] {
  const stated = statedCalls(level.evidence, path)
  const reasons: EvidenceReason[] = []
  if (stated.length !== batch.calls.length) {
    reasons.push({
      code: 'call_count_differs',
      call: path.length === 0 ? null : path.join('.'),
      isOpen: false,
      message: `The calldata makes ${batch.calls.length} calls${path.length === 0 ? '' : ` inside call ${path.join('.')}`}, the document names ${stated.length}.`,
      facts: { stated: stated.length, found: batch.calls.length },
    })
  }
  for (const [index, batchCall] of batch.calls.entries()) {
    const call = stated[index]
    if (call === undefined) continue
    const here = [...path, index]
    const depth = path.length === 0 ? level.evidence.depth : null
    const { rules } = level.options
    reasons.push(...sentenceReasons(level, { call, found: batchCall, path: here }))
    reasons.push(
      ...checkEvidenceCall(call, batchCall, { path: here, root: level.root, depth, rules }),
    )
    const inner = batchCall.loan?.batch ?? { calls: [], notes: [] }
    reasons.push(...callReasons({ ...level, root: level.evidence.manager_root }, inner, here))
  }
  return [...reasons, ...strayReasons(stated, path, batch.calls.length)]
}

type StatedCall = {
  readonly call: EvidenceCall
  readonly found: BatchCall
  readonly path: CallPath
}

/** Reasons where a document's sentence differs from the effect of the calldata. */
function sentenceReasons(
  { evidence, options }: Level,
  { call, found: decodedCall, path }: StatedCall,
): readonly EvidenceReason[] {
  const { description } = call
  if (description === null || options.isSentenceOf === undefined) return []
  const context = { chainId: evidence.chain_id, vault: evidence.vault }
  if (options.isSentenceOf(description, decodedCall, context) !== false) return []
  const place = path.join('.')
  return [
    {
      code: 'sentence_differs',
      call: place,
      isOpen: false,
      message: `Call ${place}: the document describes another call than its calldata makes.`,
      facts: { stated: description },
    },
  ]
}

/** A call that the calldata does not make is proven by nothing, however right its own proof. */
function strayReasons(calls: readonly EvidenceCall[], path: CallPath, from = 0): EvidenceReason[] {
  return calls.slice(from).flatMap(({ nested }, offset) => {
    const here = [...path, from + offset]
    const call = here.join('.')
    const message = `Call ${call} is not in the calldata.`
    const reason = { code: 'call_not_in_calldata', call, isOpen: false, message, facts: {} }
    return [reason, ...strayReasons(nested, here)]
  })
}

function statedCalls({ calls }: Evidence, path: CallPath): readonly EvidenceCall[] {
  return path.reduce<readonly EvidenceCall[]>((list, index) => list[index]?.nested ?? [], calls)
}

/** The Manager's own reasons, by the roots alone and without the stated leaves. */
function ruleReasons(
  { encoded_tx_data: data, root, manager, manager_root: managerRoot }: Evidence,
  options: EvidenceOptions,
): readonly EvidenceReason[] {
  const { calls, prediction } = verifyCalldata(data, {
    ...options,
    manager,
    root: parseHexOf(root, 32),
    ...(managerRoot === null ? {} : { managerRoot: parseHexOf(managerRoot, 32) }),
  })
  const reasons = calls.flatMap(({ path, reasons: callReasons }) =>
    callReasons.map(({ reason, message, facts }): EvidenceReason => {
      const isOpen = isOpenReason(reason)
      return { code: reason, call: path.join('.'), isOpen, message, facts }
    }),
  )
  const { certain } = prediction
  if (certain === null || reasons.some(({ isOpen }) => !isOpen)) return reasons
  const call = certain.callPath === null ? null : certain.callPath.join('.')
  const message = `The chain refuses the batch. ${certain.when}`
  return [...reasons, { code: 'reverts', call, isOpen: false, message, facts: {} }]
}

import { type Address, BaseError, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import {
  type CalldataVerdict,
  type CallVerdict,
  type DecoderReadValues,
  type RuleBook,
  readBatch,
  verifyCalldata,
} from '@vaultwright/manager'
import { descriptionProblemOf } from '@vaultwright/protocols'
import {
  isMulticall,
  isWithoutCodeOn,
  multiSendLibraryOf,
  type SignedCall,
  signedCallsOf,
} from '@vaultwright/safe'
import { describeCalls, numberedCallsOf } from './batch-description.ts'
import { effectReasons } from './effect/effect-reason.ts'
import { type GovernanceCall, governanceOf } from './governance.ts'
import { noteWeights, type PacketReason } from './reason.ts'
import {
  type BatchContext,
  batchEvidenceOf,
  decidingRootOf,
  type PacketRoot,
  partyReasons,
} from './root.ts'

/** One layer of a packet, judged. */
export type PacketCall = {
  readonly path: string
  readonly call: SignedCall
  /** The caller; null if unknown. */
  readonly sender: Address | null
  /** The verdict over a batch of a Manager; null for any other call, and for a batch that cannot be read. */
  readonly batch: CalldataVerdict | null
  readonly governance: GovernanceCall | null
  readonly reasons: readonly PacketReason[]
}

/** The context of judging calls. */
export type CallJudgementContext = BatchContext & {
  readonly rules: RuleBook
  readonly reads: DecoderReadValues
  /** True if an account has code at the block that was read; null if unknown. */
  readonly hasCode?: (account: Address) => boolean | null
}

/** Judges a call and every call inside, down to the last. */
export function judgeCalls(
  call: SignedCall,
  sender: Address | null,
  context: CallJudgementContext,
): readonly PacketCall[] {
  const senders = sendersOf(call, sender)
  return signedCallsOf(call).map(({ path: steps, call: layer }) => {
    const path = steps.join('.')
    return judgeLayer({ path, call: layer, sender: senders.get(path) ?? null }, context)
  })
}

type Layer = Pick<PacketCall, 'path' | 'call' | 'sender'>

function judgeLayer(layer: Layer, context: CallJudgementContext): PacketCall {
  const { call, path } = layer
  const common = [...noteReasons(call, path), ...codeReasons(call, path, context)]
  if (call.problem !== null) {
    const reasons = [...common, unreadable(call.problem, path)]
    return { ...layer, batch: null, governance: null, reasons }
  }
  if (call.kind === 'manager_batch') {
    const { batch, reasons } = judgeBatch(layer, context)
    return { ...layer, batch, governance: null, reasons: [...common, ...reasons] }
  }
  const governance = call.kind === 'admin_call' ? governanceOf(call, path, context.root) : null
  return { ...layer, batch: null, governance, reasons: [...common, ...plainReasons(layer)] }
}

function noteReasons({ notes }: SignedCall, path: string): readonly PacketReason[] {
  return notes
    .filter(({ kind }) => kind !== 'unknown_code')
    .map(({ kind, message }) => ({ weight: noteWeights[kind], code: kind, path, message }))
}

/** Borrowed code may do anything as the Safe; only that of a known MultiSend and of Multicall3 is known. */
function codeReasons(
  call: SignedCall,
  path: string,
  context: Pick<CallJudgementContext, 'hasCode' | 'naming'>,
): readonly PacketReason[] {
  if (call.operation !== 'delegatecall') return []
  const isKnown =
    call.kind === 'multicall' || (call.kind === 'multi_send' && call.facts.library !== null)
  if (!isKnown) {
    const message = `The Safe would run the code of ${call.to ?? 'an account that is not named'} as its own (operation 1). It is neither a known MultiSend nor a call of Multicall3 that makes calls: it may take over the Safe, whatever its calldata looks like. Do not sign.`
    return [{ weight: 'no', code: 'delegate_call', path, message }]
  }
  if (isWithoutCode(call, context)) {
    const message = `The library at ${call.to} has no code on this chain: the transaction of the Safe would succeed without making any of the calls below. Make the batch with the library of the chain.`
    return [{ weight: 'no', code: 'library_without_code', path, message }]
  }
  if (call.value === 0n) return []
  const message = `The call of ${call.kind === 'multicall' ? 'Multicall3' : 'the MultiSend'} states ${call.value} wei, which a delegate call does not send. What is shown and what happens differ.`
  return [{ weight: 'no', code: 'two_readings', path, message }]
}

/** True if the library has no code: the chain counts before the known libraries. */
function isWithoutCode(
  { to }: SignedCall,
  { hasCode, naming: { chainId } }: Pick<CallJudgementContext, 'hasCode' | 'naming'>,
): boolean {
  if (to === null) return false
  const answer = hasCode?.(to) ?? null
  if (answer !== null) return !answer
  const library = isMulticall(to) ? {} : multiSendLibraryOf(to)
  return library !== null && chainId !== null && isWithoutCodeOn(library, chainId)
}

/** Calls that no Manager checks. */
function plainReasons({ call, path }: Layer): readonly PacketReason[] {
  if (call.kind === 'admin_call' && call.facts.signature.startsWith('approveHash(')) {
    const [hash] = Object.values(call.facts.arguments)
    const message = `The call approves the hash ${String(hash)} for ${call.to ?? 'a Safe'}: what it stands for is not in this packet. Open the packet of that transaction, and name this Safe as an outer one.`
    return [{ weight: 'incomplete', code: 'approves_hash', path, message }]
  }
  const reasons: PacketReason[] = []
  if (call.value > 0n && call.kind === 'admin_call') {
    const message = `The call brings ${call.value} wei to a function that governs. Ask why.`
    reasons.push({ weight: 'no', code: 'value_sent', path, message })
  }
  if (call.kind !== 'call') return reasons
  const selector = call.data === '0x' ? 'without calldata' : `function ${call.data.slice(0, 10)}`
  const coin = call.value > 0n ? `, with ${call.value} wei` : ''
  const message = `No Manager checks the call to ${call.to ?? 'an account that is not named'} (${selector}${coin}): nothing here proves what it does.`
  return [...reasons, { weight: 'incomplete', code: 'no_manager', path, message }]
}

function judgeBatch(
  { call, path, sender }: Layer,
  context: CallJudgementContext,
): { readonly batch: CalldataVerdict | null; readonly reasons: readonly PacketReason[] } {
  const { rules, reads } = context
  const { root, naming } = batchEvidenceOf(call.to, context)
  const reasons: PacketReason[] = []
  if (call.value > 0n) {
    const message = `The batch brings ${call.value} wei, and a Manager takes none: it reverts.`
    reasons.push({ weight: 'no', code: 'value_sent', path, message })
  }
  if (root !== null) reasons.push(...partyReasons({ to: call.to, sender, path }, root))
  try {
    const batch = verifyCalldata(call.data, optionsOf(call, root, { rules, reads }))
    reasons.push(...batchReasons(batch, { path, root, naming }))
    return { batch, reasons: [...reasons, ...effectsOf(call, batch, { path, naming })] }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { batch: null, reasons: [...reasons, unreadable(error, path)] }
  }
}

function optionsOf(
  { to }: SignedCall,
  root: PacketRoot | null,
  base: Pick<CallJudgementContext, 'rules' | 'reads'>,
) {
  const deciding = root === null ? null : decidingRootOf(root)
  const managerTree = root?.managerTree ?? root?.tree ?? null
  const manager = to ?? root?.manager ?? null
  return {
    ...base,
    ...(root === null || root.tree === null ? {} : { tree: root.tree }),
    ...(deciding === null ? {} : { root: deciding }),
    ...(managerTree === null ? {} : { managerTree }),
    ...(managerTree === null && deciding !== null ? { managerRoot: deciding } : {}),
    ...(manager === null ? {} : { manager }),
  }
}

/** The effects that the calls of a batch leave to others, by their places in the packet. */
function effectsOf(
  { data, to }: SignedCall,
  verdict: CalldataVerdict,
  { path, naming }: Omit<BatchReasonContext, 'root'>,
): readonly PacketReason[] {
  const batch = readBatch(data, to === null ? {} : { manager: to })
  const descriptions = describeCalls(batch, naming, verdict)
  const calls = numberedCallsOf(batch.calls).map(({ place, call }) => {
    return { path: placeIn(path, place), call, description: descriptions.get(place)! }
  })
  return effectReasons(calls, naming)
}

/** The place of a call in the packet: its layer's, and its own in the batch. */
function placeIn(path: string, place: string): string {
  return path === '' ? place : `${path} / ${place}`
}

type BatchReasonContext = Pick<CallJudgementContext, 'root' | 'naming'> & { readonly path: string }

function batchReasons(
  { calls, notes, prediction }: CalldataVerdict,
  { path, root, naming }: BatchReasonContext,
): readonly PacketReason[] {
  const reasons: PacketReason[] = notes.map(({ message }) => {
    return { weight: 'no', code: 'trailing_bytes', path, message }
  })
  if (calls.length === 0) {
    const message = 'The batch makes no call: signing it does nothing but use up the nonce.'
    reasons.push({ weight: 'no', code: 'batch_empty', path, message })
  }
  for (const call of calls) {
    const place = placeIn(path, call.path.join('.'))
    reasons.push(...verdictReasons(call, place))
    if (call.leaf === null) continue
    const problem = descriptionProblemOf(call.leaf, naming)
    if (problem === null) continue
    const message = `The tree describes the leaf as ${JSON.stringify(call.leaf.description)}: ${problem}. Do not believe this tree's descriptions.`
    reasons.push({ weight: 'no', code: 'description_differs', path: place, message })
  }
  if (calls.some((call) => call.path.length > 1) && root !== null && root.managerTree === null) {
    const message =
      "Calls inside a flash loan are decided by the Manager's own root, which was not given: the strategist's was used. Give the tree of that root."
    reasons.push({ weight: 'incomplete', code: 'loan_root_assumed', path, message })
  }
  const { certain } = prediction
  if (certain !== null && certain.callPath === null) {
    reasons.push({ weight: 'no', code: 'call_refused', path, message: certain.when })
  }
  return reasons
}

const verdictWords = {
  refused: ['no', 'call_refused'],
  unproven: ['incomplete', 'call_unproven'],
  conditional: ['incomplete', 'call_conditional'],
} as const

function verdictReasons(call: CallVerdict, path: string): readonly PacketReason[] {
  const notes = call.notes.map(({ kind, message }): PacketReason => {
    return { weight: 'no', code: kind === 'trailing_bytes' ? kind : 'two_readings', path, message }
  })
  if (call.verdict === 'proven') return notes
  const [weight, code] = verdictWords[call.verdict]
  const [first] = call.reasons
  const message = first?.message ?? `The call is ${call.verdict}.`
  return [...notes, { weight, code, path, message }]
}

function unreadable(error: BaseError, path: string): PacketReason {
  const message = `The calls inside cannot be read: ${error.shortMessage}`
  return { weight: 'no', code: 'unreadable', path, message }
}

/** The sender of each call: a layer makes its calls as itself, borrowed code as the account that borrows it. */
function sendersOf(call: SignedCall, sender: Address | null): ReadonlyMap<string, Address | null> {
  const senders = new Map<string, Address | null>()
  const visit = (layer: SignedCall, caller: Address | null, path: readonly number[]) => {
    senders.set(path.join('.'), caller)
    const isDocument = layer.kind === 'safe_transaction' || layer.kind === 'safe_batch'
    const safe = isDocument ? layer.facts.safe : layer.to
    const next = layer.operation === 'call' ? safe : caller
    for (const [index, child] of layer.children.entries()) visit(child, next, [...path, index])
  }
  visit(call, sender, [])
  return senders
}

/** Finds what of a transaction's gas fields is not ordinary. */
export function gasReasons(terms: {
  readonly safeTxGas: bigint
  readonly baseGas: bigint
  readonly gasPrice: bigint
  readonly gasToken: Hex
  readonly refundReceiver: Hex
}): readonly PacketReason[] {
  const isRefund =
    terms.gasPrice > 0n ||
    !isSameAddress(terms.gasToken as Address, zeroAddress) ||
    !isSameAddress(terms.refundReceiver as Address, zeroAddress)
  if (isRefund) {
    const message = `The transaction has a gas refund (price ${terms.gasPrice}, token ${terms.gasToken}, receiver ${terms.refundReceiver}): the Safe pays for gas by terms that its sender can use up. Do not sign it with these fields.`
    return [{ weight: 'no', code: 'gas_refund', path: null, message }]
  }
  if (terms.safeTxGas === 0n && terms.baseGas === 0n) return []
  const message = `The transaction limits its gas (safeTxGas ${terms.safeTxGas}, baseGas ${terms.baseGas}): if it runs out, the Safe counts the nonce and the calls fail.`
  return [{ weight: 'note', code: 'gas_field', path: null, message }]
}

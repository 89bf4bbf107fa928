import { type Address, BaseError, type Hex, printHex } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import {
  type Call,
  type DecoderReadValues,
  encodeFlashLoan,
  encodeManage,
  type LeafMatch,
  type LeafTree,
  type ManageCall,
  matchCall,
  type RuleBook,
} from '@vaultwright/manager'
import { proofHexOf, rootOf } from '@vaultwright/merkle'
import { type Explanation, explainCall, printExplanation } from '@vaultwright/review'

/** A call to encode, or a flash loan with the calls that run while it is open. */
export type WantedCall =
  | ({ readonly kind: 'call' } & Call)
  | {
      readonly kind: 'loan'
      /** The Manager; the tree's own when not said. */
      readonly target: Address | undefined
      readonly decoder: Address | undefined
      readonly tokens: readonly Address[]
      readonly amounts: readonly bigint[]
      readonly salt: `0x${string}`
      readonly inner: readonly WantedCall[]
    }

/** What calls are encoded with. */
export type EncodeContext = {
  readonly file: TreeFile
  /** The tree of the Manager's own root, which proves the calls inside flash loans. */
  readonly managerFile: TreeFile
  readonly rules: RuleBook
  readonly reads: DecoderReadValues
}

/** A call that was encoded, and the leaf that permits it. */
export type EncodedCall = Omit<ManageCall, 'proof'> & {
  readonly proof: readonly Hex[]
  readonly position: number
  /** How the leaf was found: `conditional` on values of the chain, `structural` without any rule. */
  readonly match: LeafMatch['kind']
  /** What the chain must answer. Empty but for conditional matches. */
  readonly assumed: LeafMatch['reads']
  readonly inner: readonly EncodedCall[]
}

/** Manager calldata and what is in it. */
export type Encoded = {
  readonly manager: Address | null
  readonly root: Hex
  readonly calldata: Hex
  readonly calls: readonly EncodedCall[]
}

/** Encodes calls as one batch, each with the proof of the leaf that permits it. */
export function encodeCalldata(calls: readonly WantedCall[], context: EncodeContext): Encoded {
  const encoded = encodeAll(calls, 'calls', { ...context, tree: context.file.tree })
  return {
    manager: context.file.metadata.manager,
    root: printHex(rootOf(context.file.tree.tree)),
    calldata: encodeManage(encoded),
    calls: encoded,
  }
}

type EncodeTree = EncodeContext & { readonly tree: LeafTree }

function encodeAll(
  calls: readonly WantedCall[],
  place: string,
  context: EncodeTree,
): readonly EncodedCall[] {
  return calls.map((wanted, at) => {
    const here = `${place}[${at}]`
    if (wanted.kind === 'call') return prove(wanted, here, context)
    const own = { ...context, tree: context.managerFile.tree }
    const inner = encodeAll(wanted.inner, `${here}.inner`, own)
    return { ...prove(loanCallOf(wanted, inner, context), here, context), inner }
  })
}

function loanCallOf(
  loan: WantedCall & { kind: 'loan' },
  calls: readonly ManageCall[],
  { file }: EncodeTree,
): Call {
  const manager = loan.target ?? file.metadata.manager
  if (manager === null) throw new NoManagerError()
  const { tokens, amounts, salt, decoder } = loan
  const data = encodeFlashLoan({ recipient: manager, tokens, amounts, calls, salt })
  return { target: manager, data, value: 0n, ...(decoder === undefined ? {} : { decoder }) }
}

function prove(call: Call, place: string, { tree, rules, reads }: EncodeTree): EncodedCall {
  const match = matchCall(call, { tree, rules, reads })
  const position = match.kind === 'none' ? undefined : match.positions[0]
  if (match.kind === 'none' || position === undefined) {
    throw new CallRefusedError(place, explainCall(call, tree, { rules, reads }))
  }
  const { target, data, value } = call
  const { decoder } = match.leaf
  const proof = proofHexOf(tree.tree, position)
  const proofMatch = { position, match: match.kind, assumed: match.reads }
  return { proof, decoder, target, data, value, ...proofMatch, inner: [] }
}

/** No leaf permits a call that was to be encoded. */
export class CallRefusedError extends BaseError {
  override readonly code = 'call_refused'
  override readonly kind = 'invalid_input'

  constructor(place: string, explanation: Explanation) {
    super({
      message: `${place} is refused, so nothing was encoded. Change the call, or have its leaf added.\n${printExplanation(explanation).trimEnd()}`,
      facts: { place, explanation },
    })
  }
}

/** A flash loan goes through the Manager, and none was given. */
export class NoManagerError extends BaseError {
  override readonly code = 'no_manager'
  override readonly kind = 'invalid_input'

  constructor() {
    super({
      message:
        'The tree states no Manager for a flash loan to go through. Give the loan a "target".',
    })
  }
}

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

/** The context of encoding calls. */
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
  /** The way the leaf was found: `conditional` on values of the chain, `structural` without any rule. */
  readonly match: LeafMatch['kind']
  /** The answers the chain must give. Empty but for conditional matches. */
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

/**
 * Encodes calls as one batch, each with the proof of the leaf that permits it.
 *
 * @throws {CallRefusedError} with every call that no leaf permits.
 */
export function encodeCalldata(calls: readonly WantedCall[], context: EncodeContext): Encoded {
  const refused: RefusedCall[] = []
  const encoded = encodeAll(calls, 'calls', { ...context, tree: context.file.tree, refused })
  const [first, ...further] = refused
  if (first !== undefined) throw new CallRefusedError([first, ...further])
  return {
    manager: context.file.metadata.manager,
    root: printHex(rootOf(context.file.tree.tree)),
    calldata: encodeManage(encoded),
    calls: encoded,
  }
}

/** A call that no leaf permits. */
export type RefusedCall = {
  /** The place in the list: `calls[1].inner[0]`. */
  readonly place: string
  readonly explanation: Explanation
}

type EncodeTree = EncodeContext & {
  readonly tree: LeafTree
  /** Grows; nothing is encoded once it has an entry. */
  readonly refused: RefusedCall[]
}

function encodeAll(
  calls: readonly WantedCall[],
  place: string,
  context: EncodeTree,
): readonly EncodedCall[] {
  return calls.flatMap((wanted, index) => {
    const here = `${place}[${index}]`
    if (wanted.kind === 'call') return prove(wanted, here, context)
    const managerContext = { ...context, tree: context.managerFile.tree }
    const inner = encodeAll(wanted.inner, `${here}.inner`, managerContext)
    return prove(loanCallOf(wanted, inner, context), here, context).map((loan) => ({
      ...loan,
      inner,
    }))
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

/** The call with its proof; none where no leaf permits it. */
function prove(
  call: Call,
  place: string,
  { tree, rules, reads, refused }: EncodeTree,
): readonly EncodedCall[] {
  const match = matchCall(call, { tree, rules, reads })
  const position = match.kind === 'none' ? undefined : match.positions[0]
  if (match.kind === 'none' || position === undefined) {
    refused.push({ place, explanation: explainCall(call, tree, { rules, reads }) })
    return []
  }
  const { target, data, value } = call
  const { decoder } = match.leaf
  const proof = proofHexOf(tree.tree, position)
  const proofMatch = { position, match: match.kind, assumed: match.reads }
  return [{ proof, decoder, target, data, value, ...proofMatch, inner: [] }]
}

/** No leaf permits one or more of the calls that were to be encoded. */
export class CallRefusedError extends BaseError {
  override readonly code = 'call_refused'
  override readonly kind = 'invalid_input'

  constructor(refused: readonly [RefusedCall, ...RefusedCall[]]) {
    const [{ place, explanation }] = refused
    const texts = refused.map((call) => printExplanation(call.explanation).trimEnd())
    const message =
      refused.length === 1
        ? `${place} is refused, so nothing was encoded. Change the call, or have its leaf added.\n${texts[0]}`
        : `${refused.length} calls are refused, so nothing was encoded. Change them, or have their leaves added.${refused.map((call, index) => `\n${call.place} is refused:\n${texts[index]}`).join('')}`
    super({ message, facts: { place, explanation, refused } })
  }
}

/** A flash loan goes through the Manager, and none was given. */
class NoManagerError extends BaseError {
  override readonly code = 'no_manager'
  override readonly kind = 'invalid_input'

  constructor() {
    super({
      message:
        'The tree states no Manager for a flash loan to go through. Give the loan a "target".',
    })
  }
}

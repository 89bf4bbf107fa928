import { type Address, BaseError, type Hex } from '@vaultwright/base'
import {
  type Chain,
  type CheckedFunction,
  checkDecoder,
  type DecoderCheckReport,
} from '@vaultwright/chain'
import type { FunctionCandidate } from '@vaultwright/manager'
import type { BlockRef } from '@vaultwright/outcome'

/** The result of checking a deployed decoder, and the inputs to repeat it. */
export type CheckedDecoder = {
  /** No function differs, none that was asked for is missing, and all were asked about. */
  readonly ok: boolean
  readonly decoder: Address
  readonly chainId: number
  readonly block: BlockRef
  readonly seed: number
  readonly runs: number
  readonly questions: number
  readonly functions: readonly CheckedFunction[]
  readonly unknown: DecoderCheckReport['unknown']
}

/** The questions to a deployed decoder. */
export type DecoderQuestions = {
  readonly decoder: Address
  readonly block: BlockRef
  /** Contracts that a decoder may take as arguments. */
  readonly contracts: readonly Address[]
  readonly candidates: readonly FunctionCandidate[]
  /** Selectors that a person or a tree names: the decoder must have them. */
  readonly named: ReadonlySet<Hex>
  /** True if only named functions matter; other functions of the decoder are not reported. */
  readonly isNamedOnly: boolean
  /** Calls a function; from 1. */
  readonly runs: number
  /** Questions at most; from 1. */
  readonly budget: number
  readonly seed: number
}

/** Checks a deployed decoder against the rules at a block. */
export async function checkDeployedDecoder(
  chain: Chain,
  questions: DecoderQuestions,
  progress: Parameters<typeof checkDecoder>[2],
): Promise<CheckedDecoder> {
  const { named, isNamedOnly, seed, ...plan } = questions
  const { decoder, block, runs } = plan
  const report = await checkDecoder(chain, { ...plan, seed: String(seed) }, progress)
  const functions = report.functions.filter(
    ({ kind, selector }) => kind !== 'missing' || named.has(selector),
  )
  if (functions.length === 0) throw new NoDecoderFunctionError(decoder, report.unknown.length)
  return {
    ok: functions.every(isAgreed),
    decoder,
    chainId: chain.id,
    block,
    seed,
    runs,
    questions: report.questions,
    functions,
    unknown: isNamedOnly ? [] : report.unknown,
  }
}

/** A function without a rule is no difference: there is nothing that it could differ from. */
function isAgreed(checked: CheckedFunction): boolean {
  if (checked.kind === 'checked') return checked.verdict.differences.length === 0
  return checked.kind === 'searched'
}

/** A contract has none of the functions that rules, a tree or a person name. */
class NoDecoderFunctionError extends BaseError {
  override readonly code = 'no_decoder_function'
  override readonly kind = 'not_found'

  constructor(decoder: Address, unknown: number) {
    super({
      message: `${decoder} has no function that a rule describes. Check that it is a decoder, or name its functions with --functions or --tree.`,
      facts: { decoder, unknown },
    })
  }
}

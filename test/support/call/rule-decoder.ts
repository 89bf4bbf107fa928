import type { Hex } from '@vaultwright/base'
import {
  type CheckRequest,
  type CheckWork,
  type CompiledRule,
  type DecoderReply,
  packArguments,
  selectorOf,
} from '@vaultwright/manager'

/** Answers calldata as a deployed decoder would. */
export type RuleDecoder = (calldata: Hex) => DecoderReply

/** A decoder that does what a rule says. */
export function decoderOf(rule: CompiledRule): RuleDecoder {
  return (calldata) => {
    const outcome = packArguments(rule, calldata)
    if (outcome.ok) return { kind: 'packed', packed: outcome.packed }
    const error = 'error' in outcome ? outcome.error : null
    const panic = `${selectorOf('Panic(uint256)')}${'32'.padStart(64, '0')}` as const
    const named = error === null ? '0x' : selectorOf(`${error}()`)
    const data = error === 'Panic' ? panic : named
    return { kind: 'refused', data, error, isOwnName: false, isAnswer: false }
  }
}

/** Runs a check against a decoder; reads of other contracts stay unasked. */
export function runWork<Result>(
  work: CheckWork<Result>,
  decoder: RuleDecoder,
  hear: (request: CheckRequest) => void = () => {},
): Result {
  let step = work.next()
  while (step.done !== true) {
    hear(step.value)
    const { calldatas, reads } = step.value
    step = work.next({
      replies: calldatas.map(decoder),
      reads: reads.map(() => ({ kind: 'unasked' })),
    })
  }
  return step.value
}

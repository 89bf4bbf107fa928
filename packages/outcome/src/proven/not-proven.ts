import { stateFamilyOf } from '@vaultwright/registry'

/** The terms on which a limit of a proof depends. */
type ProofTerms = {
  readonly chainId: number
  /** True where the block was proven final from a checkpoint. */
  readonly isFinal: boolean
}

/**
 * Lists the limits of a proof: facts that follow from no block hash, in sentences for a person. The list
 * stands beside every proven result.
 */
export function notProvenOf({ chainId, isFinal }: ProofTerms): readonly string[] {
  const family = stateFamilyOf(chainId)
  const isRollup = family === 'op_stack' || family === 'arbitrum'
  return [
    ...(isFinal ? underFinality : underHash),
    ...(isFinal && isRollup ? underRollup : []),
    ...ofEveryRun,
    ...(family === 'op_stack' ? onOpStack : []),
  ]
}

const underHash = [
  'That the block is part of the chain, or final: its hash is worth as much as the source that you have it from.',
  'Which chain the block is of: its hash names none.',
]

const underFinality = [
  'The checkpoint: it is worth as much as the source that you have it from.',
  'That the committees are honest: two thirds of one may sign a block that is not final.',
]

const underRollup = [
  "That the rollup's contracts confirmed its true state: its disputes and its guardians decide, and the state is hours to days old.",
]

const ofEveryRun = [
  'Anything after the block: others may act before the transaction, and a lower output is limited only by its own minimum.',
  'Who makes the block that the transaction is in, when, and what its gas costs.',
  'That this EVM follows the rules of the chain without a mistake: compare with another engine.',
  'Names, symbols, decimals and prices.',
  'What a token means by a balance: its code was run, and a token whose code states a false balance states it here too.',
  'What you changed of the state or the time by hand.',
]

const onOpStack = [
  'The fee for data on the chain below and the operator fee: the result leaves out both, which are charged beside the gas.',
  'Deposits from the chain below: the next block may begin with some, and they act before the transaction.',
]

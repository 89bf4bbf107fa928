/**
 * The limits of a proof: facts that follow from no block hash, in sentences for a person. The list
 * stands beside every proven result.
 */
export const notProven: readonly string[] = [
  'That the block is part of the chain, or final: its hash is worth as much as the source that you have it from.',
  'Which chain the block is of: its hash names none.',
  ...notProvenOfRun(),
]

/** The limits of a proof whose block was proven final from a checkpoint. */
export const notProvenUnderFinality: readonly string[] = [
  'The checkpoint: it is worth as much as the source that you have it from.',
  'That the committees are honest: two thirds of one may sign a block that is not final.',
  ...notProvenOfRun(),
]

/** The limits that a proven run has whatever its block is worth. */
function notProvenOfRun(): readonly string[] {
  return [
    'Anything after the block: others may act before the transaction, and a lower output is limited only by its own minimum.',
    'Who makes the block that the transaction is in, when, and what its gas costs.',
    'That this EVM follows the rules of the chain without a mistake: compare with another engine.',
    'Names, symbols, decimals and prices.',
    'What a token means by a balance: its code was run, and a token whose code states a false balance states it here too.',
    'What you changed of the state or the time by hand.',
  ]
}

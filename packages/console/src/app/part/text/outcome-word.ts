import type { SafeExecutionData } from '@vaultwright/wire'

/** The end of a transaction in a few words. */
export const outcomeWords: Readonly<Record<SafeExecutionData['outcome'], string>> = {
  executed_as_said: 'Executed as said',
  executed_otherwise: 'Executed otherwise',
  failed: 'Failed: the nonce is used',
  undecided: 'Executed; the block moved more',
  replaced: 'Replaced by another transaction',
  pending: 'Not executed',
}

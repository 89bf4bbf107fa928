import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type BatchCall, readBatch } from '@vaultwright/manager'
import { type SentenceContext, sentencesOfCall } from '@vaultwright/protocols'

/** What each call does, by its place such as `2.0`; without a sentence where no action makes the call. */
export type BatchSentences = ReadonlyMap<string, readonly string[]>

/** Sentences of a call that fits this many actions and more say nothing. */
const mostActions = 3

/** Says what the calls of a batch do, from the calldata alone. */
export function sentencesOfBatch(
  data: Hex,
  { manager, ...context }: SentenceContext & { readonly manager: Address | undefined },
): BatchSentences {
  const found = new Map<string, readonly string[]>()
  const add = (calls: readonly BatchCall[], above: string): void => {
    for (const [index, call] of calls.entries()) {
      const path = `${above}${index}`
      const sentences = sentencesOfCall(call, context)
      if (sentences.length <= mostActions) found.set(path, asPossible(sentences))
      if (call.loan !== null) add(call.loan.batch.calls, `${path}.`)
    }
  }
  try {
    add(readBatch(data, manager === undefined ? {} : { manager }).calls, '')
  } catch (error) {
    // The verdict says what cannot be read.
    if (!(error instanceof BaseError)) throw error
  }
  return found
}

function asPossible(sentences: readonly string[]): readonly string[] {
  return sentences.length < 2 ? sentences : sentences.map((sentence) => `possibly: ${sentence}`)
}

import type { Answer, Json } from './answer.ts'
import { sentencesOfBatch } from './batch-sentence.ts'
import type { Context } from './context.ts'
import { readHex } from './hex-input.ts'
import { onChainJsonOf, printOnChain } from './print/on-chain.ts'
import { printVerdicts, verdictJsonOf } from './print/verdict.ts'
import { isYes } from './verify-input.ts'
import { type OnChainWords, verifyOnChain } from './verify-on-chain.ts'

/**
 * Answers `calldata verify` against a chain.
 *
 * @returns the answer: the verdict at the block, computed once, as text, JSON and exit code.
 * @throws what {@link verifyOnChain} throws.
 */
export async function answerOnChain(
  words: OnChainWords & { readonly calldata: string; readonly strict: boolean },
  context: Context,
): Promise<Answer> {
  const { strict } = words
  const data = await readHex(words.calldata, context)
  const found = await verifyOnChain(data, words, context)
  const { manager, vault } = found.reading
  const sentences = sentencesOfBatch(data, { manager, vault, chainId: found.chainId })
  const ok = isYes(found.verdict.verdict, strict)
  return {
    json: () =>
      ({
        ...verdictJsonOf(found.verdict, sentences),
        ...{ ok, managerRootAssumed: false, onChain: onChainJsonOf(found) },
      }) as Json,
    text: (ink) => textOf(found, { ink, strict, sentences }),
    exit: () => (ok ? 0 : 1),
  }
}

function* textOf(
  found: Awaited<ReturnType<typeof verifyOnChain>>,
  manner: Parameters<typeof printVerdicts>[1],
): Iterable<string> {
  yield* printOnChain(found, manner.ink)
  yield* printVerdicts(found.verdict, manner)
}

import type { Answer } from '../answer.ts'
import type { Context } from '../context.ts'
import { backfilledJsonOf, printBackfilled } from '../print/backfilled.ts'
import { UsageError } from '../usage.ts'
import { backfill, isWhole } from './backfill.ts'

/** How a person wants what is missing done once. */
export type OnceWords = {
  readonly database: string | undefined
  readonly queue: string | undefined
  readonly order: 'oldest' | 'newest' | undefined
  readonly concurrency: number | undefined
  readonly host: string | undefined
  readonly port: number | undefined
  readonly quiet: boolean
}

/**
 * Indexes all that is missing on every chain that has a node, and tells what was done.
 *
 * @throws {UsageError} with a shared queue, which nobody sees the end of, and what a backfill throws.
 */
export async function runOnce(words: OnceWords, context: Context): Promise<Answer> {
  if (words.queue !== undefined && words.queue !== 'inline') {
    throw new UsageError(
      '--once works in this process, not on a shared queue. Leave one of them out.',
    )
  }
  if (words.host !== undefined || words.port !== undefined) {
    throw new UsageError('--once listens nowhere. Leave --host and --port out, or --once.')
  }
  const all = { tenant: undefined, vault: undefined, chain: undefined, 'rpc-url': [] }
  const found = await backfill({ ...words, ...all, from: undefined, to: undefined }, context)
  return {
    json: () => backfilledJsonOf(found),
    text: (ink) => printBackfilled(found, ink),
    exit: () => (isWhole(found) ? 0 : 1),
  }
}

import type { Store } from '@vaultwright/store'
import type { Context } from '../context.ts'
import type { DatabaseWords } from './option.ts'
import { databaseUrlOf } from './place.ts'

/**
 * Works with a database that is there and has every migration.
 *
 * @throws {NotMigratedError} when it is not there or lacks migrations, and what opening a store throws.
 */
export async function withStore<Result>(
  words: DatabaseWords,
  context: Context,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { openStore } = await import('@vaultwright/store')
  const store = await openStore(databaseUrlOf(words, context.config))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

import type { Context } from '../context.ts'
import { UsageError } from '../usage.ts'
import type { Admin } from './admin.ts'
import type { AdminWords } from './option.ts'

/**
 * Works on a tenant by its database, or by an API where one is named.
 *
 * @throws {UsageError} for words that exclude each other, and for an API without a key.
 */
export async function withAdmin<Result>(
  words: AdminWords,
  context: Context,
  work: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  const admin = await openAdmin(words, context)
  try {
    return await work(admin)
  } finally {
    await admin.close()
  }
}

async function openAdmin(words: AdminWords, context: Context): Promise<Admin> {
  const { url } = words
  if (url === undefined) {
    const { openDatabaseAdmin } = await import('./database.ts')
    return openDatabaseAdmin(words, context)
  }
  if (words.database !== undefined) {
    throw new UsageError('--database and --url are given. Give one of them.')
  }
  if (words.tenant !== undefined) {
    throw new UsageError('The key says whose tenant it is. Leave --tenant out, or give --database.')
  }
  const { openHttpAdmin } = await import('./http.ts')
  return openHttpAdmin(url, context)
}

import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../env.ts'
import type { DatabaseWords } from './option.ts'

/** What the file of a database is called where only its folder is said. */
const fileName = 'vaultwright.sqlite'

/** Tells which database is meant. */
export function databaseUrlOf(
  { database }: DatabaseWords,
  { databaseUrl, dataFolder }: Config,
): string {
  if (database !== undefined) return database
  if (databaseUrl !== null) return databaseUrl
  const folder = dataFolder ?? join(homedir(), '.local', 'share', 'vaultwright')
  return `sqlite:${join(folder, fileName)}`
}

/** Shows where a database is. */
export function printDatabase(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//…@').replace(/([?&]password=)[^&]*/gi, '$1…')
}

import type { ApiKeyData } from '@vaultwright/wire'
import { momentText } from '../part/text/moment-text.ts'

const dayMs = 86_400_000

/** The part of a key that may be shown: its begin and its end. */
export function keyText({ prefix, last_four }: Pick<ApiKeyData, 'prefix' | 'last_four'>): string {
  return `${prefix}…${last_four}`
}

/** Counts the keys that authenticate. */
export function activeKeysOf(keys: readonly ApiKeyData[]): number {
  return keys.filter(({ revoked_at }) => revoked_at === null).length
}

/**
 * Tells whether revoking a key needs its last four characters: it was used within a day, so that
 * something may stop.
 */
export function needsLastFour({ last_used_at }: ApiKeyData, nowMs: number): boolean {
  return last_used_at !== null && nowMs - Date.parse(last_used_at) < dayMs
}

/** A command that asks the service with a key. */
export function curlOf(key: string, origin: string): string {
  return `curl -s -H 'Authorization: Bearer ${key}' '${origin}/v1/vaults'`
}

/** Writes a time as every screen does; a time that there is none of is a word. */
export function timeOr(time: string | null, word: string): string {
  return time === null ? word : momentText(time)
}

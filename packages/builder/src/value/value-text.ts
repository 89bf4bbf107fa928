import type { AbiValue } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'

/**
 * Writes a value as a person would give it.
 *
 * @returns the text, accounts in their one spelling; a list with commas, a list of lists as JSON.
 */
export function textOfValue(value: AbiValue): string {
  if (typeof value !== 'object') return spelled(String(value))
  if (value.some((item) => typeof item === 'object')) return printJson(value)
  return value.map((item) => spelled(String(item))).join(',')
}

/** Writes JSON in which whole numbers are decimal texts. */
export function printJson(value: object): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
}

function spelled(text: string): string {
  if (!text.startsWith('0x')) return text
  return text.length === 42 ? checksumOf(text) : text.toLowerCase()
}

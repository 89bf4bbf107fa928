import { parseHex } from '@vaultwright/base'
import { openHeader } from '@vaultwright/proof'

/**
 * Reads which block a witness or a state file says that it is of, so that a person knows whose hash to look
 * for. The header is not believed: the hash that is typed decides.
 *
 * @returns null when the file does not hold a header.
 */
export function claimedBlockOf(file: string): bigint | null {
  try {
    const { header } = JSON.parse(file) as { readonly header: `0x${string}` }
    return openHeader(parseHex(header)).number
  } catch {
    return null
  }
}

/** The name of the hash's field: `Hash of block 20000000`. */
export function hashFieldName(file: string): string {
  const number = claimedBlockOf(file)
  return number === null ? 'Hash of the block' : `Hash of block ${number}`
}

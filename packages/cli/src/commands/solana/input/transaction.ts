import { BaseError } from '@vaultwright/base'
import { decodeBase64, type LookupTable, parseSvmAddress } from '@vaultwright/svm'
import { parseJson, readJson, readWord } from '../../../input/input.ts'
import type { Context } from '../../../terminal/context.ts'

/** How a transaction is given, for the help. */
export const transactionHelp =
  'The transaction: base64, or the JSON of an answer that holds serialized_transaction_base64; as it is, @file, or - for standard input; for verify also the base64 of the account of a Squads transaction'

const key = 'serialized_transaction_base64'

/** Reads a transaction's bytes from base64, or from an answer of the service or of `action build`. */
export async function readTransactionWord(word: string, context: Context): Promise<Uint8Array> {
  const text = await readWord(word, context)
  if (!text.startsWith('{')) return decodeBase64(text.replace(/\s+/g, ''))
  const document = parseJson(text, 'The transaction')
  const base64 = base64In(document)
  if (base64 === null) throw new TransactionMissingError()
  return decodeBase64(base64)
}

/** An answer of the service has it under `data`, one of the command line at the top. */
function base64In(document: unknown): string | null {
  const top = document as { readonly [name: string]: unknown }
  if (typeof top[key] === 'string') return top[key]
  const { data } = top
  if (typeof data !== 'object' || data === null) return null
  const inner = (data as { readonly [name: string]: unknown })[key]
  return typeof inner === 'string' ? inner : null
}

/** Reads the lookup tables of files: `{"address", "addresses"}`, or a list of these. */
export async function readLookupTables(
  paths: readonly string[],
  context: Context,
): Promise<readonly LookupTable[]> {
  const tables: LookupTable[] = []
  for (const path of paths) {
    const value = await readJson(path, context)
    for (const entry of Array.isArray(value) ? value : [value]) tables.push(tableOf(entry, path))
  }
  return tables
}

function tableOf(entry: unknown, path: string): LookupTable {
  const { address, addresses } = (entry ?? {}) as { readonly [name: string]: unknown }
  const isTable =
    typeof address === 'string' &&
    Array.isArray(addresses) &&
    addresses.length <= 256 &&
    addresses.every((one) => typeof one === 'string')
  if (!isTable) throw new NotALookupTableError(path)
  return { address: parseSvmAddress(address), addresses: addresses.map(parseSvmAddress) }
}

export class TransactionMissingError extends BaseError {
  override readonly code = 'transaction_missing'
  override readonly kind = 'invalid_input'

  constructor() {
    super({
      message: `The JSON holds no ${key}. Give the answer of an execution, or the base64 alone.`,
    })
  }
}

export class NotALookupTableError extends BaseError {
  override readonly code = 'not_a_lookup_table'
  override readonly kind = 'invalid_input'

  constructor(path: string) {
    super({
      message: `${JSON.stringify(path)} is not a lookup table. Give {"address": …, "addresses": […]} with at most 256 addresses, or a list of these.`,
      facts: { file: path },
    })
  }
}

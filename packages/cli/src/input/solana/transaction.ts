import { BaseError } from '@vaultwright/base'
import {
  decodeBase64,
  type Instruction,
  isSvmAddress,
  type LookupTable,
  parseSvmAddress,
  type SvmAccount,
  type SvmAddress,
} from '@vaultwright/svm'
import type { SvmCallList, SvmSnapshot } from '@vaultwright/svm-builder'
import type { Context } from '../../terminal/context.ts'
import { parseJson, readJson, readWord } from '../input.ts'

/** The forms of a transaction, for the help. */
export const transactionHelp =
  'The transaction: base64, or the JSON of an answer that holds serialized_transaction_base64; as it is, @file, or - for standard input; for verify also the account of a Squads transaction (base64, or its address with --rpc-url), or a list of instructions as JSON'

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

/**
 * Reads what is to be judged: a transaction or an account as bytes, the address of an account, or calls as JSON:
 * `{"fee_payer", "instructions": [{"program", "accounts", "data_base64"}]}`, or the list alone where one account signs.
 */
export async function readJudgedWord(
  word: string,
  context: Context,
): Promise<Uint8Array | SvmAddress | SvmCallList> {
  const text = (await readWord(word, context)).trim()
  if (isSvmAddress(text)) return text
  if (!/^[{[]/.test(text)) return decodeBase64(text.replace(/\s+/g, ''))
  const document = parseJson(text, 'The transaction')
  const base64 = base64In(document)
  return base64 === null ? callListOf(document) : decodeBase64(base64)
}

function callListOf(document: unknown): SvmCallList {
  const { fee_payer: payer, instructions: listed } = (
    Array.isArray(document) ? { instructions: document } : document
  ) as { readonly [name: string]: unknown }
  if (listed === undefined) throw new TransactionMissingError()
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > maxInstructions)
    throw new NotInstructionsError(`instructions is not a list of 1 to ${maxInstructions}`)
  const instructions = listed.map(instructionIn)
  if (typeof payer === 'string') return { feePayer: parseSvmAddress(payer), instructions }
  const signers = new Set(
    instructions.flatMap(({ accounts }) =>
      accounts.flatMap(({ address, isSigner }) => (isSigner ? [address] : [])),
    ),
  )
  const [only] = signers
  if (only === undefined || signers.size > 1)
    throw new NotInstructionsError(`${signers.size} accounts sign, so that fee_payer says who pays`)
  return { feePayer: only, instructions }
}

/** As many as a transaction may have. */
const maxInstructions = 64
const maxAccounts = 255

function instructionIn(value: unknown, index: number): Instruction {
  const { program, accounts, data_base64: data } = fieldsOf(value)
  if (typeof program !== 'string' || typeof data !== 'string' || !Array.isArray(accounts))
    throw new NotInstructionsError(`instructions[${index}] needs program, accounts and data_base64`)
  if (accounts.length > maxAccounts)
    throw new NotInstructionsError(`instructions[${index}] has more than ${maxAccounts} accounts`)
  return {
    program: parseSvmAddress(program),
    accounts: accounts.map((account, place) => {
      const { address, is_signer: isSigner, is_writable: isWritable } = fieldsOf(account)
      const isFlagged = typeof isSigner === 'boolean' && typeof isWritable === 'boolean'
      if (typeof address !== 'string' || !isFlagged)
        throw new NotInstructionsError(
          `instructions[${index}].accounts[${place}] needs address, is_signer and is_writable`,
        )
      return { address: parseSvmAddress(address), isSigner, isWritable }
    }),
    data: decodeBase64(data),
  }
}

function fieldsOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** An answer of the service has it under `data`, one of the command line at the top. */
function base64In(document: unknown): string | null {
  const top = fieldsOf(document)
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

class TransactionMissingError extends BaseError {
  override readonly code = 'transaction_missing'
  override readonly kind = 'invalid_input'

  constructor() {
    super({
      message: `The JSON holds no ${key}. Give the answer of an execution, or the base64 alone.`,
    })
  }
}

class NotInstructionsError extends BaseError {
  override readonly code = 'not_instructions'
  override readonly kind = 'invalid_input'

  constructor(reason: string) {
    super({
      message: `The JSON is not a list of instructions: ${reason}. Give {"fee_payer", "instructions": [{"program", "accounts": [{"address", "is_signer", "is_writable"}], "data_base64"}]}.`,
      facts: { reason },
    })
  }
}

class NotALookupTableError extends BaseError {
  override readonly code = 'not_a_lookup_table'
  override readonly kind = 'invalid_input'

  constructor(path: string) {
    super({
      message: `${JSON.stringify(path)} is not a lookup table. Give {"address": …, "addresses": […]} with at most 256 addresses, or a list of these.`,
      facts: { file: path },
    })
  }
}

/** Reads accounts of one slot that were saved: an answer of the service, or its `data` alone. */
export async function readSvmEvidence(path: string, context: Context): Promise<SvmSnapshot> {
  const document = recordOf(await readJson(path, context), path, 'an object')
  const { slot, accounts } =
    document.data === undefined ? document : recordOf(document.data, path, 'an object')
  if (!/^\d{1,15}$/.test(String(slot))) throw new SvmEvidenceError(path, 'slot is not a number')
  if (!Array.isArray(accounts)) throw new SvmEvidenceError(path, 'accounts is not a list')
  const rows = accounts.map((entry, index) => {
    const { address, account } = recordOf(entry, path, `accounts[${index}]`)
    const parsed = parseSvmAddress(String(address))
    return [parsed, account === null ? null : accountOf(account, path, index)] as const
  })
  return { slot: BigInt(String(slot)), accounts: new Map(rows) }
}

function accountOf(value: unknown, path: string, index: number): SvmAccount {
  const name = `accounts[${index}].account`
  const { lamports, owner, data_base64: data, executable } = recordOf(value, path, name)
  if (!/^\d{1,20}$/.test(String(lamports)) || typeof data !== 'string') {
    throw new SvmEvidenceError(path, `${name} needs lamports, owner and data_base64`)
  }
  return {
    lamports: BigInt(String(lamports)),
    owner: parseSvmAddress(String(owner)),
    data: decodeBase64(data),
    executable: executable === true,
  }
}

function recordOf(value: unknown, path: string, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>
  }
  throw new SvmEvidenceError(path, `${name} is not an object`)
}

class SvmEvidenceError extends BaseError {
  override readonly code = 'svm_accounts'
  override readonly kind = 'invalid_input'

  constructor(path: string, reason: string) {
    super({
      message: `${JSON.stringify(path)} does not hold accounts of one slot: ${reason}. Give {"slot", "accounts": [{"address", "account"}]}.`,
      facts: { file: path, reason },
    })
  }
}

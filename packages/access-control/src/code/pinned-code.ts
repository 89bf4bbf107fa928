import { BaseError, type Hex } from '@vaultwright/base'
import { pieceReaderOf } from '@vaultwright/proof'
import { type CodeKind, codeKinds } from './known-code.ts'

/** A code that the caller vouches for: whatever stands in his statement, nothing here checked it. */
export type PinnedCode = {
  readonly name: string
  readonly kind: CodeKind
  /** keccak-256 of the whole deployed code, as `eth_getProof` gives it · 32 bytes. */
  readonly codeHash: Hex
  /** The caller's reason, in one sentence; it is printed with every answer. */
  readonly statement: string
  /** Immutables that are read, as `vault`: the byte of the code at which one begins. */
  readonly values?: Readonly<Record<string, number>>
  /** Slots that differ from those of the kind, as `owner`. */
  readonly slots?: Readonly<Record<string, bigint>>
}

const format = 'vaultwright-pinned-codes'
const mostCodes = 200
const longestText = 300

/**
 * Parses a file of codes that the caller vouches for.
 *
 * @throws {InvalidPinnedCodeError} with the part that is not valid.
 */
export function parsePinnedCodes(text: string): readonly PinnedCode[] {
  if (text.length > 1_000_000)
    throw new InvalidPinnedCodeError('the file', 'has more than 1000000 characters')
  const fields = reader.fields(reader.parse(text), 'the file', ['format', 'version', 'codes'])
  if (fields.format !== format)
    throw new InvalidPinnedCodeError('format', `is not ${JSON.stringify(format)}`)
  if (fields.version !== 1) throw new InvalidPinnedCodeError('version', 'is not 1')
  if (!Array.isArray(fields.codes) || fields.codes.length > mostCodes)
    throw new InvalidPinnedCodeError('codes', `is not a list of at most ${mostCodes} codes`)
  return fields.codes.map((entry, index) => codeIn(entry, `codes[${index}]`))
}

const reader = pieceReaderOf((part, why, cause) => new InvalidPinnedCodeError(part, why, cause))

function codeIn(value: unknown, part: string): PinnedCode {
  const optional = ['values', 'slots'].filter(
    (key) => typeof value === 'object' && value !== null && key in value,
  )
  const keys = ['name', 'kind', 'code_hash', 'statement', ...optional]
  const fields = reader.fields(value, part, keys)
  const kind = codeKinds.find((each) => each === fields.kind)
  if (kind === undefined)
    throw new InvalidPinnedCodeError(`${part}.kind`, `is not one of ${codeKinds.join(', ')}`)
  const codeHash = reader.hex(fields.code_hash, `${part}.code_hash`, 32).toLowerCase() as Hex
  return {
    name: textIn(fields.name, `${part}.name`),
    kind,
    codeHash,
    statement: textIn(fields.statement, `${part}.statement`),
    ...(fields.values === undefined ? {} : { values: numbersIn(fields.values, `${part}.values`) }),
    ...(fields.slots === undefined ? {} : { slots: slotsIn(fields.slots, `${part}.slots`) }),
  }
}

function textIn(value: unknown, part: string): string {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= longestText) return value
  throw new InvalidPinnedCodeError(part, `is not a text of 1 to ${longestText} characters`)
}

function numbersIn(value: unknown, part: string): Readonly<Record<string, number>> {
  const rows = Object.entries(recordIn(value, part))
  const wrong = rows.find(([, number]) => !Number.isSafeInteger(number) || Number(number) < 0)
  if (wrong === undefined) return Object.fromEntries(rows) as Record<string, number>
  throw new InvalidPinnedCodeError(`${part}.${wrong[0]}`, 'is not a whole number from 0 on')
}

function slotsIn(value: unknown, part: string): Readonly<Record<string, bigint>> {
  const numbers = numbersIn(value, part)
  return Object.fromEntries(Object.entries(numbers).map(([name, slot]) => [name, BigInt(slot)]))
}

function recordIn(value: unknown, part: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new InvalidPinnedCodeError(part, 'is not an object')
}

/** A file of codes that the caller vouches for is not valid. */
class InvalidPinnedCodeError extends BaseError {
  override readonly code = 'invalid_pinned_codes'
  override readonly kind = 'invalid_input'

  constructor(part: string, reason: string, cause?: unknown) {
    super({
      message: `The file of pinned codes cannot be read: ${part} ${reason}. Write it as docs/control.md shows.`,
      facts: { part, reason },
      cause,
    })
  }
}

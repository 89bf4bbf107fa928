import { type Address, BaseError, type Hex, InvalidHexError, parseHex } from '@vaultwright/base'
import type { DecoderReadValues } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import type { WantedCall } from '@vaultwright/operations'
import { UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { fileSystem } from '../terminal/file-system.ts'
import { readJson, readWord } from './input.ts'
import {
  amountAt,
  assertKnown,
  type Fields,
  fieldsOf,
  listOf,
  ShapeError,
  textAt,
} from './shape.ts'

/** Reads calldata: hex as it is, `@file`, or `-` for standard input. */
export async function readHex(word: string, context: Context): Promise<Hex> {
  return hexOf(await readCalldataText(word, context))
}

/** Reads the text of calldata, or of a document around it: as it is, `@file`, or `-` for standard input. */
export async function readCalldataText(word: string, context: Context): Promise<string> {
  if (word !== '-' && !/^(@|0x|[{[])/.test(word) && isFile(word)) {
    throw new UsageError(`${JSON.stringify(word)} is a file. Write @${word} to read it.`, { word })
  }
  return readWord(word, context)
}

/** Reads a text as hex of whole bytes. */
export function hexOf(text: string): Hex {
  if (/^0x(?:[0-9a-f]{2})*$/.test(text)) return text as Hex
  if (!text.startsWith('0x') && /^[0-9a-fA-F]+$/.test(text)) {
    throw new InvalidHexError(text, 'it does not start with 0x')
  }
  parseHex(text)
  return text.toLowerCase() as Hex
}

function isFile(word: string): boolean {
  try {
    return fileSystem.statSync(word).isFile()
  } catch {
    return false
  }
}

/** Reads values of the chain from a JSON object: the key of the read, as `needs` names it, to its value. */
export async function readReads(
  path: string | undefined,
  context: Context,
): Promise<DecoderReadValues> {
  return path === undefined ? {} : parseReads(await readJson(path, context), 'reads')
}

/** Reads values of the chain from an object. */
export function parseReads(value: unknown, place: string): DecoderReadValues {
  const fields = fieldsOf(value, place)
  for (const [key, field] of Object.entries(fields)) {
    const isValue = [field]
      .flat()
      .every((item) => typeof item === 'string' || typeof item === 'number')
    if (!isValue)
      throw new ShapeError(
        `${place}[${JSON.stringify(key)}]`,
        'a text, a number or a list of these',
        field,
      )
  }
  return fields as DecoderReadValues
}

const deepest = 16

/**
 * Reads a list of calls: `[{target, data, value?, decoder?}]`.
 *
 * A flash loan is a call with `inner`: `{tokens, amounts, inner: [...], target?, decoder?, salt?}`.
 */
export function parseCalls(value: unknown, place: string, depth = 0): readonly WantedCall[] {
  if (depth > deepest) throw new LoanNestingError(place)
  return listOf(value, place).map((item, at) => {
    const here = `${place}[${at}]`
    const fields = fieldsOf(item, here)
    return 'inner' in fields ? parseLoan(fields, here, depth) : parseCall(fields, here)
  })
}

function parseCall(fields: Fields, place: string): WantedCall {
  assertKnown(fields, ['target', 'data', 'value', 'decoder'], place)
  const decoder = addressIn(fields, 'decoder', place)
  return {
    kind: 'call',
    target: parseAddress(textAt(fields.target, `${place}.target`)),
    data: hexOf(textAt(fields.data, `${place}.data`)),
    value: fields.value === undefined ? 0n : amountAt(fields.value, `${place}.value`),
    ...(decoder === undefined ? {} : { decoder }),
  }
}

function parseLoan(fields: Fields, place: string, depth: number): WantedCall {
  assertKnown(fields, ['target', 'decoder', 'tokens', 'amounts', 'salt', 'inner'], place)
  const tokens = listOf(fields.tokens, `${place}.tokens`)
  const amounts = listOf(fields.amounts, `${place}.amounts`)
  return {
    kind: 'loan',
    target: addressIn(fields, 'target', place),
    decoder: addressIn(fields, 'decoder', place),
    tokens: tokens.map((one, at) => parseAddress(textAt(one, `${place}.tokens[${at}]`))),
    amounts: amounts.map((one, at) => amountAt(one, `${place}.amounts[${at}]`)),
    salt: hexOf(textAt(fields.salt ?? '0x', `${place}.salt`)),
    inner: parseCalls(fields.inner, `${place}.inner`, depth + 1),
  }
}

function addressIn(fields: Fields, name: string, place: string): Address | undefined {
  const value = fields[name]
  return value === undefined ? undefined : parseAddress(textAt(value, `${place}.${name}`))
}

export class LoanNestingError extends BaseError {
  override readonly code = 'loan_nesting'
  override readonly kind = 'invalid_input'

  constructor(place: string) {
    super({
      message: `${place} is inside more than ${deepest} flash loans. No lender lends that deep; flatten the calls.`,
      facts: { place, limit: deepest },
    })
  }
}

import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type ReadIssue, readerOf, type SchemaReader } from '@vaultwright/document'
import { checksumOf } from '@vaultwright/merkle'
import Type, { type StaticDecode, type TSchema, type TString } from 'typebox'
import { refusalErrorOf } from './refusal.ts'
import type { RpcAnswer, RpcCall } from './rpc.ts'

/** The text of a node's answer as it spells it, for schemas that are decoded as a whole. */
export const rawQuantity = Type.String({ pattern: '^0x[0-9a-fA-F]{1,64}$' })
export const rawWord = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' })
export const rawAccount = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })
/** Bytes of any length. */
export const rawBytes = Type.Refine(
  Type.String({ pattern: '^0x[0-9a-fA-F]*$' }),
  (text) => text.length % 2 === 0,
  () => 'an odd number of digits',
)

/** A number of JSON-RPC: hex digits without padding, though padding is forgiven. */
export const quantity = Type.Decode(rawQuantity, BigInt)

/** Bytes of any length, in lower case. */
export const bytes = Type.Decode(rawBytes, hexOf)

/** A 32-byte word, in lower case. */
export const word = Type.Decode(rawWord, hexOf)

/** An account, in its EIP-55 spelling whatever the node's. */
export const account = Type.Decode(rawAccount, accountOf)

/** A value that a node may give as null. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** A value that a node may give as null, or not at all. */
export function nullish<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(nullable(schema))
}

/** A record whose keys are read, too: one entry a key, whatever its spelling. */
export function recordOf<Key extends string, Value extends TSchema>(
  [rawKey, keyOf]: readonly [TString, (text: string) => Key],
  value: Value,
) {
  const rows = Type.Record(rawKey, value, {
    additionalProperties: false,
  })
  return Type.Decode(rows, (row) => {
    const entries = Object.entries(row).map(([text, one]) => [keyOf(text), one])
    return Object.fromEntries(entries) as Record<Key, StaticDecode<Value>>
  })
}

/** Spells hex in lower case. */
export function hexOf(text: string): Hex {
  return text.toLowerCase() as Hex
}

/** Spells an account as EIP-55 does. */
export function accountOf(text: string): Address {
  return checksumOf(text.toLowerCase())
}

export const readQuantity = readerOf(quantity)
export const readBytes = readerOf(bytes)
export const readWord = readerOf(word)
export const readText = readerOf(Type.String())
/** Takes what comes. */
export const readAnything = readerOf(Type.Unknown())

/**
 * Takes the value out of an answer, as its reader makes it.
 *
 * @throws {RpcRefusedError} when the node refused.
 * @throws {HistoryPrunedError} when the node no longer has what was asked for.
 * @throws {RpcAnswerError} when the value is something else.
 */
export function parseAnswer<Value>(
  read: SchemaReader<Value>,
  call: RpcCall,
  answer: RpcAnswer | undefined,
): Value {
  if (answer === undefined) throw new RpcAnswerError(call.method, 'there is no answer')
  if (!answer.ok) throw refusalErrorOf(call.method, answer.error)
  const parsed = read(answer.value)
  if (parsed.ok) return parsed.value
  throw new RpcAnswerError(call.method, problemOf(parsed.issues()))
}

/** Prints a number as JSON-RPC wants it. */
export function printQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

function problemOf([issue]: readonly ReadIssue[]): string {
  if (issue === undefined) return 'it is not of the expected shape'
  const place = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  return `${place}${issue.message}`
}

/** A node's answer is not what JSON-RPC or the method promises. */
export class RpcAnswerError extends BaseError {
  override readonly code = 'rpc_answer_malformed'
  override readonly kind = 'unavailable'

  constructor(method: string, why: string) {
    super({
      message: `The node's answer to ${method} makes no sense: ${why}. Ask again, or use another endpoint.`,
      facts: { method, why },
      retryable: true,
    })
  }
}

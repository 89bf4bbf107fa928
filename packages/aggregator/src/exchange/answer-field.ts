import type { Hex } from '@vaultwright/base'
import { readerOf, type SchemaReader } from '@vaultwright/document'
import { checksumOf } from '@vaultwright/merkle'
import Type, { type StaticDecode, type TSchema } from 'typebox'
import { AggregatorAnswerError, type AggregatorReply } from './ask-server.ts'

/** Base units as decimal digits, or as a number: long numbers arrive as digits, see `parseAnswer`. */
export const amountField = Type.Decode(
  Type.Union([
    Type.String({ pattern: '^[0-9]{1,78}$' }),
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  ]),
  BigInt,
)

/** Wei, as a number, as digits or as hex: services differ. */
export const weiField = Type.Decode(
  Type.Union([
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    Type.String({ pattern: '^([0-9]{1,78}|0x[0-9a-fA-F]{1,64})$' }),
  ]),
  BigInt,
)

export const addressField = Type.Decode(Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }), (text) =>
  checksumOf(text),
)

/** Bytes, none among them. */
export const bytesField = Type.Decode(
  Type.String({ pattern: '^0x([0-9a-fA-F]{2})*$' }),
  (text) => text.toLowerCase() as Hex,
)

/** A selector at least. */
export const calldataField = Type.Decode(
  Type.String({ pattern: '^0x[0-9a-fA-F]{8}([0-9a-fA-F]{2})*$' }),
  (text) => text.toLowerCase() as Hex,
)

/**
 * Makes the reader of an answer.
 *
 * @throws {AggregatorAnswerError} by the reader, when the answer has another shape; it names the first part.
 */
export function answerReaderOf<Schema extends TSchema>(
  schema: Schema,
): (aggregator: string, reply: AggregatorReply) => StaticDecode<Schema> {
  const readAnswer: SchemaReader<StaticDecode<Schema>> = readerOf(schema)
  return (aggregator, { body }) => {
    const result = readAnswer(body)
    if (result.ok) return result.value
    const [issue] = result.issues()
    const path = issue === undefined || issue.path.length === 0 ? 'it' : issue.path.join('.')
    throw new AggregatorAnswerError(aggregator, `${path} ${issue?.message ?? 'has another shape'}`)
  }
}

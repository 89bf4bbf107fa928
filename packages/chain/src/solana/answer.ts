import { type ReadBy, readerOf, type SchemaReader } from '@vaultwright/document'
import {
  decodeBase58,
  decodeBase64,
  InvalidBase58Error,
  InvalidBase64Error,
  isSvmAddress,
  type SvmAccount,
  type SvmAddress,
} from '@vaultwright/svm'
import Type, { type TSchema } from 'typebox'
import { nullable, parseAnswer, RpcAnswerError } from '../rpc/answer.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { SolanaRefusedError } from './refusal.ts'

/** A count that JSON carries exactly: a larger one has lost digits on its way, and is refused. */
export const exactCount = Type.Decode(
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  BigInt,
)

/** A time in unix seconds. */
export const unixSeconds = Type.Decode(
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  BigInt,
)

/** An amount of a token, as text: it may need all 64 bits. */
export const tokenAmount = Type.Decode(Type.String({ pattern: '^(0|[1-9][0-9]{0,19})$' }), BigInt)

export const svmAddress = Type.Decode(
  Type.Refine(
    Type.String(),
    (text) => isSvmAddress(text),
    () => 'is not an address',
  ),
  (text) => text as SvmAddress,
)

/** A block's hash: base58 of 32 bytes, as an address is. */
export const blockhash = Type.Refine(
  Type.String(),
  (text) => isSvmAddress(text),
  () => 'is not a block hash',
)

/** A transaction's signature: base58 of 64 bytes. */
export const signatureText = Type.Refine(
  Type.String(),
  (text) => isBase58Of(text, 64),
  () => 'is not a signature',
)

/** Bytes with the name of their encoding: no other encoding is asked for. */
export const base64Data = Type.Tuple([Type.String(), Type.Literal('base64')])

/** An account as a node spells it; `space` is its length, where the node gives it. */
export const rawSvmAccount = Type.Object({
  lamports: exactCount,
  owner: svmAddress,
  executable: Type.Boolean(),
  data: base64Data,
  space: Type.Optional(exactCount),
})

/** A value at a slot. */
export function atSlot<Schema extends TSchema>(value: Schema) {
  return Type.Object({ context: Type.Object({ slot: exactCount }), value })
}

/** A block hash with the last block height at which a transaction that names it may land. */
export const rawLifetime = Type.Object({ blockhash, lastValidBlockHeight: exactCount })

const readRawAccount = readerOf(nullable(rawSvmAccount))
export type RawSvmAccount = NonNullable<ReadBy<typeof readRawAccount>>

/**
 * Takes the value out of a Solana node's answer, as its reader makes it.
 *
 * @throws {SolanaRefusedError} when the node refused.
 * @throws {RpcAnswerError} when the value is something else.
 */
export function parseSolanaAnswer<Value>(
  read: SchemaReader<Value>,
  call: RpcCall,
  answer: RpcAnswer | undefined,
): Value {
  if (answer?.ok === false) throw new SolanaRefusedError(call.method, answer.error)
  return parseAnswer(read, call, answer)
}

/**
 * Reads an account whose shape was checked.
 *
 * @throws {RpcAnswerError} when its data is not base64, or has another length than the answer says.
 */
export function svmAccountOf(call: RpcCall, raw: RawSvmAccount | null): SvmAccount | null {
  if (raw === null) return null
  const { lamports, owner, executable, space } = raw
  const data = answeredBytes(call, raw.data[0])
  if (space !== undefined && space !== BigInt(data.length)) {
    throw new RpcAnswerError(
      call.method,
      `an account of ${space} bytes comes with ${data.length} of them`,
    )
  }
  return { lamports, owner, executable, data }
}

/**
 * Decodes the base64 of an answer.
 *
 * @throws {RpcAnswerError} when it is not base64.
 */
export function answeredBytes(call: RpcCall, text: string): Uint8Array {
  try {
    return decodeBase64(text)
  } catch (error) {
    if (!(error instanceof InvalidBase64Error)) throw error
    throw new RpcAnswerError(call.method, error.shortMessage)
  }
}

function isBase58Of(text: string, length: number): boolean {
  try {
    return decodeBase58(text).length === length
  } catch (error) {
    if (!(error instanceof InvalidBase58Error)) throw error
    return false
  }
}

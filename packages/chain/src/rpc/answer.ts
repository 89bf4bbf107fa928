import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { z } from 'zod'
import { refusalErrorOf } from './refusal.ts'
import type { RpcAnswer, RpcCall } from './rpc.ts'

/** A number of JSON-RPC: hex digits without padding, though padding is forgiven. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform((text) => BigInt(text))

/** Bytes of any length, in lower case. */
export const bytes = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .refine((text) => text.length % 2 === 0, 'an odd number of digits')
  .transform((text) => text.toLowerCase() as Hex)

/** A 32-byte word, in lower case. */
export const word = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform((text) => text.toLowerCase() as Hex)

/** An account, in its EIP-55 spelling whatever the node's. */
export const account = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform((text): Address => checksumOf(text.toLowerCase()))

/**
 * Takes the value out of an answer, once a schema holds for it.
 *
 * @throws {RpcRefusedError} when the node refused.
 * @throws {HistoryPrunedError} when the node no longer has what was asked for.
 * @throws {RpcAnswerError} when the value is something else.
 */
export function parseAnswer<Schema extends z.ZodType>(
  schema: Schema,
  call: RpcCall,
  answer: RpcAnswer | undefined,
): z.output<Schema> {
  if (answer === undefined) throw new RpcAnswerError(call.method, 'there is no answer')
  if (!answer.ok) throw refusalErrorOf(call.method, answer.error)
  const parsed = schema.safeParse(answer.value)
  if (parsed.success) return parsed.data
  throw new RpcAnswerError(call.method, problemOf(parsed.error))
}

/** Prints a number as JSON-RPC wants it. */
export function printQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

function problemOf(error: z.ZodError): string {
  const [issue] = error.issues
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

import { type Hex, redactSecrets } from '@vaultwright/base'
import { type ReadBy, readerOf } from '@vaultwright/document'
import Type, { type StaticDecode } from 'typebox'
import { RpcAnswerError } from '../rpc/answer.ts'
import type { RpcAnswer, RpcCall, RpcRefusal } from '../rpc/rpc.ts'
import type { Endpoint } from './endpoint.ts'

const refusalSchema = Type.Object({
  code: Type.Number(),
  message: Type.Optional(Type.String()),
  data: Type.Optional(Type.Unknown()),
})
const readEnvelope = readerOf(
  Type.Union([
    Type.Object({ id: Type.Number(), error: refusalSchema }),
    Type.Object({ id: Type.Number(), result: Type.Optional(Type.Unknown()) }),
  ]),
)
const readAnyRefusal = readerOf(Type.Object({ error: refusalSchema }))

/** Writes questions as JSON-RPC: one alone, many as a batch. */
export function printEnvelope(calls: readonly RpcCall[]): string {
  const rows = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  return JSON.stringify(rows.length === 1 ? rows[0] : rows)
}

/**
 * Reads the answers to questions, whatever their order.
 *
 * @returns answers in the order of the questions.
 * @throws {RpcAnswerError} when an answer is missing, given twice, or none.
 */
export function parseEnvelope(
  calls: readonly RpcCall[],
  body: unknown,
  endpoint: Endpoint,
): readonly RpcAnswer[] {
  const rows = calls.length === 1 && !Array.isArray(body) ? [body] : body
  const method = calls[0]!.method
  if (!Array.isArray(rows)) throw new RpcAnswerError(method, 'it is not a list of answers')
  const answers: (RpcAnswer | undefined)[] = new Array(calls.length).fill(undefined)
  for (const row of rows) {
    const parsed = readEnvelope(row)
    if (!parsed.ok) throw new RpcAnswerError(method, 'it is not an answer of JSON-RPC')
    const { id } = parsed.value
    if (id < 0 || id >= calls.length) throw new RpcAnswerError(method, `there was no request ${id}`)
    if (answers[id] !== undefined) throw new RpcAnswerError(method, `${id} is answered twice`)
    answers[id] = answerOf(parsed.value, endpoint)
  }
  return answers.map((answer, id) => {
    if (answer === undefined) throw new RpcAnswerError(calls[id]!.method, 'there is no answer')
    return answer
  })
}

/**
 * Reads the one refusal that some nodes give instead of answers to a batch.
 *
 * @returns the refusal; null when it is something else.
 */
export function wholeRefusalOf(body: unknown, endpoint: Endpoint): RpcRefusal | null {
  const row = Array.isArray(body) && body.length === 1 ? body[0] : body
  const parsed = readAnyRefusal(row)
  return parsed.ok ? refusalOf(parsed.value.error, endpoint) : null
}

function answerOf(row: ReadBy<typeof readEnvelope>, endpoint: Endpoint): RpcAnswer {
  if ('error' in row) return { ok: false, error: refusalOf(row.error, endpoint) }
  if (row.result === undefined) throw new RpcAnswerError('JSON-RPC', 'it has no result')
  return { ok: true, value: row.result }
}

function refusalOf(error: StaticDecode<typeof refusalSchema>, endpoint: Endpoint): RpcRefusal {
  return {
    code: error.code,
    message: redactSecrets(error.message ?? '', endpoint.secrets),
    data: revertDataOf(error.data),
  }
}

/**
 * Takes revert data out of a node's error: nodes put there the bytes, a text before them, or an object around.
 *
 * @returns the bytes in lower case; null when there are none.
 */
export function revertDataOf(data: unknown): Hex | null {
  if (typeof data === 'object' && data !== null && 'data' in data) return revertDataOf(data.data)
  if (typeof data !== 'string') return null
  const match = /^(?:Reverted )?(0x(?:[0-9a-f]{2})*)$/i.exec(data)
  return match === null ? null : (match[1]!.toLowerCase() as Hex)
}

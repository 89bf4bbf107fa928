import { BaseError, type Hex, printHex } from '@vaultwright/base'
import { type ReadBy, readerOf } from '@vaultwright/document'
import { keccak256 } from '@vaultwright/merkle'
import Type from 'typebox'
import { nullable } from './answer.ts'
import { printCanonical } from './canonical.ts'
import { isReading, type Rpc, type RpcCall } from './rpc.ts'

/** The name of the node in a recording: a recording may hold several. */
type RecordingChannel = string

/** A recorder: a transport that remembers, and what it remembers as text. */
export type Recorder = {
  readonly rpc: Rpc
  /** Records another node into the same recording. */
  readonly record: (rpc: Rpc, channel: RecordingChannel) => Rpc
  /** Prints everything recorded so far, the same bytes for the same answers. */
  readonly print: () => string
}

/** Transports of recorders and recordings. */
const recorded = new WeakSet<Rpc>()

const format = 'vaultwright-cassette'
const version = 1

const refusalSchema = Type.Object({
  code: Type.Number(),
  message: Type.String(),
  data: nullable(Type.Decode(Type.String({ pattern: '^0x[0-9a-fA-F]*$' }), (text) => text as Hex)),
})
const answerSchema = Type.Union([
  Type.Object({ ok: Type.Literal(true), value: Type.Unknown() }),
  Type.Object({ ok: Type.Literal(false), error: refusalSchema }),
])
const rowSchema = Type.Object({
  channel: Type.String(),
  method: Type.String(),
  params: Type.Array(Type.Unknown()),
  answers: Type.Array(answerSchema, { minItems: 1 }),
})
const recordingSchema = Type.Object({
  format: Type.Literal(format),
  version: Type.Literal(version),
  checksum: Type.String(),
  rows: Type.Array(rowSchema),
})
const readRecording = readerOf(recordingSchema)

type RecordingRow = ReadBy<typeof readRecording>['rows'][number]

/**
 * Makes a transport that records.
 *
 * A reading question is asked once: asked again, it is answered as before, so that the recording
 * replays to what was seen. A channel named `moving:…`, and questions that change the node, are
 * recorded every time, in order.
 *
 * @param channel - its name in the recording. `node` when not said.
 * @returns the recorder. Neither the node's name nor its URL is recorded.
 */
export function openRecorder(rpc: Rpc, channel: RecordingChannel = 'node'): Recorder {
  const rows = new Map<string, RecordingRow>()
  const record = (inner: Rpc, name: RecordingChannel): Rpc =>
    recordedOf({
      name: inner.name,
      close: inner.close,
      ask: async (calls) => {
        const keys = calls.map((call) => keyOf(name, call))
        const fresh = [...calls.keys()].filter((index) => {
          if (!isOnce(name, calls[index]!)) return true
          return !rows.has(keys[index]!) && keys.indexOf(keys[index]!) === index
        })
        const answers = fresh.length === 0 ? [] : await inner.ask(fresh.map((at) => calls[at]!))
        const queue = new Map(fresh.map((index, at) => [index, answers[at]!]))
        return calls.map((call, index) => {
          const key = keys[index]!
          const row = rows.get(key)
          if (row !== undefined && isOnce(name, call)) return row.answers[0]!
          const answer = queue.get(index)!
          const before = row?.answers ?? []
          rows.set(key, {
            channel: name,
            ...call,
            params: [...call.params],
            answers: [...before, answer],
          })
          return answer
        })
      },
    })
  return { rpc: record(rpc, channel), record, print: () => printRows([...rows.values()]) }
}

/**
 * Opens a recording as a transport without a network.
 *
 * @param channel - which node of it. `node` when not said.
 * @returns the port. It throws CassetteMissError for a question that was not recorded.
 * @throws {RecordingDamagedError} when the text is not a recording, or was changed.
 */
export function openRecording(text: string, channel: RecordingChannel = 'node'): Rpc {
  const rows = new Map(parseRows(text).map((row) => [keyOf(row.channel, row), row.answers]))
  const played = new Map<string, number>()
  return recordedOf({
    name: `recording (${channel})`,
    close: async () => {},
    ask: async (calls) =>
      calls.map((call) => {
        const key = keyOf(channel, call)
        const index = isOnce(channel, call) ? 0 : (played.get(key) ?? 0)
        const answer = rows.get(key)?.[index]
        if (answer === undefined) throw new RecordingMissError(channel, call, index)
        played.set(key, index + 1)
        return answer
      }),
  })
}

/** Tells whether what is asked here must be the same each time, so that a recording has the answers. */
export function isRecorded(rpc: Rpc): boolean {
  return recorded.has(rpc)
}

function recordedOf(rpc: Rpc): Rpc {
  recorded.add(rpc)
  return rpc
}

function isOnce(channel: RecordingChannel, call: RpcCall): boolean {
  return !channel.startsWith('moving:') && isReading(call)
}

function keyOf(channel: RecordingChannel, { method, params }: RpcCall): string {
  return printCanonical([channel, method, params])
}

function printRows(rows: readonly RecordingRow[]): string {
  const keyed = rows.map((row) => ({ key: keyOf(row.channel, row), text: printCanonical(row) }))
  const texts = keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ text }) => text)
  const head = `"format":"${format}","version":${version},"checksum":"${checksumOf(texts)}"`
  return `{${head},"rows":[\n${texts.join(',\n')}\n]}\n`
}

function parseRows(text: string): readonly RecordingRow[] {
  const parsed = readRecording(jsonOf(text))
  if (!parsed.ok) {
    throw new RecordingDamagedError(`it is not a ${format} of version ${version}`)
  }
  const { rows, checksum } = parsed.value
  if (checksumOf(rows.map((row) => printCanonical(row))) !== checksum) {
    throw new RecordingDamagedError('its checksum does not match what it says')
  }
  return rows
}

function checksumOf(texts: readonly string[]): string {
  return printHex(keccak256(new TextEncoder().encode(texts.join('\n'))))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A question was not recorded. */
export class RecordingMissError extends BaseError {
  override readonly code = 'cassette_miss'
  override readonly kind = 'damaged_data'

  constructor(channel: RecordingChannel, call: RpcCall, times: number) {
    const params = printCanonical(call.params)
    const shown = params.length > 300 ? `${params.slice(0, 297)}...` : params
    super({
      message: `The recording has no answer to ${call.method} ${shown}${times > 0 ? ` after ${times} of them` : ''}. Record it again with the same question.`,
      facts: { channel, method: call.method, params: shown, times },
    })
  }
}

/** A text is not a recording, or not as it was recorded. */
class RecordingDamagedError extends BaseError {
  override readonly code = 'cassette_damaged'
  override readonly kind = 'damaged_data'

  constructor(why: string) {
    super({
      message: `The recording cannot be used: ${why}. Record it again.`,
      facts: { why },
    })
  }
}

import type { DecoderRead, DecoderReadValues } from './rule-read.ts'

/** Why packing stopped: the decoder reverts, or the calldata is not the function's. */
export type Fault = {
  readonly reason: 'reverts' | 'malformed'
  /** The decoder's error where it is known. */
  readonly error: string | null
  /** The condition that does not hold; null when it is none of the rule's checks. */
  readonly check: string | null
  readonly message: string
  /** Byte of the calldata where it was seen; null when it is about a value. */
  readonly at: number | null
}

/** The state of one run of a rule over one calldata. Nothing throws: the first fault stays. */
export type Machine = {
  readonly data: Uint8Array
  readonly reads: DecoderReadValues
  /** Reads that were asked for and not handed in. */
  missing: Map<string, DecoderRead>
  /** The number of requests for such a read. */
  misses: number
  /** Counters of the loops that run. */
  readonly index: number[]
  /** Frames of nested bytes that were found sound: start and end by slot. */
  readonly frames: number[]
  readonly labels: string[]
  out: Uint8Array
  size: number
  fault: Fault | null
  /** Words that may still be visited; more than any block could pay for. */
  budget: number
}

const visits = 1 << 20

/** Prepares a run. */
export function buildMachine(data: Uint8Array, reads: DecoderReadValues): Machine {
  return {
    data,
    reads,
    missing: new Map(),
    misses: 0,
    index: [],
    frames: [],
    labels: [],
    // Room for three: engines make so few bytes at once, and it grows where a rule packs more.
    out: new Uint8Array(60),
    size: 0,
    fault: null,
    budget: visits,
  }
}

/** Notes why the run stops, unless it has stopped already. */
export function stop(machine: Machine, fault: Fault): number {
  machine.fault ??= fault
  return 0
}

/** Pays for one more visited word. */
export function spend(machine: Machine): boolean {
  if (--machine.budget >= 0) return machine.fault === null
  stop(machine, {
    reason: 'malformed',
    error: null,
    check: null,
    message: 'The calldata makes a decoder visit more words than a block could pay for.',
    at: null,
  })
  return false
}

/** Reads an offset, length or count that was found sound before. */
export function countAt(data: Uint8Array, at: number): number {
  const byte = data[at + 28] ?? 0
  const two = data[at + 29] ?? 0
  return byte * 16777216 + ((two << 16) | ((data[at + 30] ?? 0) << 8) | (data[at + 31] ?? 0))
}

/** Reads a word as a number; bytes before the start and past the end are zero. */
export function wordAt(data: Uint8Array, at: number, size: number): bigint {
  let word = 0n
  if (at < 0) return word
  for (let index = 0; index < size; index += 4) {
    const width = Math.min(4, size - index)
    let part = 0
    for (let byte = 0; byte < width; byte++) part = part * 256 + (data[at + index + byte] ?? 0)
    word = (word << BigInt(8 * width)) | BigInt(part)
  }
  return word
}

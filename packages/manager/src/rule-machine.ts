import type { AbiTuple, AbiType, AbiWord } from './abi-type.ts'
import type { Read, ReadValues } from './rule-read.ts'

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
  readonly reads: ReadValues
  /** Reads that were asked for and not handed in. */
  missing: Map<string, Read>
  /** How often such a read was asked for. */
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

/**
 * Prepares a run.
 *
 * @param data - calldata, selector first.
 * @param reads - values read from the chain.
 * @returns a fresh state.
 */
export function buildMachine(data: Uint8Array, reads: ReadValues): Machine {
  return {
    data,
    reads,
    missing: new Map(),
    misses: 0,
    index: [],
    frames: [],
    labels: [],
    out: new Uint8Array(160),
    size: 0,
    fault: null,
    budget: visits,
  }
}

/**
 * Notes why the run stops, unless it has stopped already.
 *
 * @param machine - the run.
 * @param fault - the reason.
 * @returns 0, which is safe to go on with.
 */
export function stop(machine: Machine, fault: Fault): number {
  machine.fault ??= fault
  return 0
}

/**
 * Pays for one more visited word.
 *
 * @param machine - the run.
 * @returns false when the run has stopped.
 */
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

/**
 * Reads an offset, length or count that was found sound before.
 *
 * @param data - calldata.
 * @param at - where the word starts.
 * @returns the number, below 2^32.
 */
export function countAt(data: Uint8Array, at: number): number {
  const one = data[at + 28] ?? 0
  const two = data[at + 29] ?? 0
  return one * 16777216 + ((two << 16) | ((data[at + 30] ?? 0) << 8) | (data[at + 31] ?? 0))
}

/**
 * Reads a word as a number; bytes past the end are zero.
 *
 * @param data - calldata.
 * @param at - where the word starts.
 * @param size - bytes, 1 to 32.
 * @returns the number.
 */
export function wordAt(data: Uint8Array, at: number, size: number): bigint {
  let word = 0n
  for (let index = 0; index < size; index += 4) {
    const width = Math.min(4, size - index)
    let part = 0
    for (let byte = 0; byte < width; byte++) part = part * 256 + (data[at + index + byte] ?? 0)
    word = (word << BigInt(8 * width)) | BigInt(part)
  }
  return word
}

/** Where an encoding lies: from `base` up to `limit`, and whether it is inside a bytes argument. */
export type Frame = { readonly base: number; readonly limit: number; readonly isNested: boolean }

/**
 * Checks an encoding the way Solidity's decoder does, before anything of it is used.
 *
 * Source: Solidity, contract ABI specification and ABI coder v2 (strict decoding).
 *
 * @param machine - the run; a fault is noted there.
 * @param type - the tuple that is encoded.
 * @param frame - where it lies.
 * @returns true when it is sound.
 */
export function checkEncoding(machine: Machine, type: AbiTuple, frame: Frame): boolean {
  if (frame.base + type.headSize > frame.limit) {
    return refuse(machine, frame, { at: frame.limit, why: 'ends before its arguments do' })
  }
  return checkFields(machine, { type, at: frame.base, frame })
}

type Spot<Type extends AbiType> = {
  readonly type: Type
  readonly at: number
  readonly frame: Frame
}

function checkFields(machine: Machine, spot: Spot<AbiTuple>): boolean {
  for (const { type, offset } of spot.type.fields) {
    if (!checkMember(machine, { type, at: spot.at + offset, frame: spot.frame }, spot.at)) {
      return false
    }
  }
  return true
}

/** Checks what a head slot holds: the value, or the offset to it counted from `base`. */
function checkMember(machine: Machine, spot: Spot<AbiType>, base: number): boolean {
  if (!spot.type.isDynamic) return checkValue(machine, spot)
  const at = base + soundCountAt(machine, spot, 'an offset')
  if (machine.fault !== null) return false
  const room = spot.type.kind === 'tuple' ? spot.type.headSize : minimumOf(spot.type)
  if (at + room > spot.frame.limit) {
    return refuse(machine, spot.frame, {
      at: spot.at,
      why: 'has an offset that points past its end',
    })
  }
  return checkValue(machine, { type: spot.type, at, frame: spot.frame })
}

function minimumOf(type: AbiType): number {
  if (type.kind === 'array' && type.length !== null) return 32 * type.length
  return 32
}

function checkValue(machine: Machine, spot: Spot<AbiType>): boolean {
  if (!spend(machine)) return false
  const { type } = spot
  switch (type.kind) {
    case 'word':
      return checkWord(machine, { ...spot, type })
    case 'tuple':
      return checkFields(machine, { ...spot, type })
    case 'bytes': {
      const length = soundCountAt(machine, spot, 'a length')
      if (machine.fault === null && spot.at + 32 + length <= spot.frame.limit) return true
      return refuse(machine, spot.frame, { at: spot.at, why: 'has bytes that run past its end' })
    }
    case 'array': {
      const isOpen = type.length === null
      const count = type.length ?? soundCountAt(machine, spot, 'a length')
      const start = isOpen ? spot.at + 32 : spot.at
      const stride = type.element.isDynamic ? 32 : type.element.headSize
      if (machine.fault !== null || start + count * stride > spot.frame.limit) {
        return refuse(machine, spot.frame, {
          at: spot.at,
          why: 'has a list that runs past its end',
        })
      }
      if (isFree(type.element)) return true
      for (let index = 0; index < count; index++) {
        const element = { type: type.element, at: start + index * stride, frame: spot.frame }
        if (!checkMember(machine, element, start)) return false
      }
      return true
    }
  }
}

function isFree(type: AbiType): boolean {
  return type.kind === 'word' && unused(type).from === unused(type).to
}

function soundCountAt(machine: Machine, spot: Spot<AbiType>, what: string): number {
  for (let at = spot.at; at < spot.at + 28; at++) {
    if (machine.data[at] !== 0) {
      refuse(machine, spot.frame, { at: spot.at, why: `has ${what} beyond its end` })
      return 0
    }
  }
  return countAt(machine.data, spot.at)
}

/** Bytes of a word that must be filled, from and to. */
function unused(type: AbiWord): { from: number; to: number } {
  const known = unusedBytes.get(type.name)
  if (known !== undefined) return known
  const match = /^(uint|int|bytes)(\d+)$/.exec(type.name)
  const size = Number(match?.[2] ?? 0)
  let range = { from: 0, to: 32 - size / 8 }
  if (type.name === 'address') range = { from: 0, to: 12 }
  if (type.name === 'bool') range = { from: 0, to: 31 }
  if (match?.[1] === 'bytes') range = { from: size, to: 32 }
  unusedBytes.set(type.name, range)
  return range
}

const unusedBytes = new Map<string, { from: number; to: number }>()

function checkWord(machine: Machine, spot: Spot<AbiWord>): boolean {
  const { data } = machine
  const { from, to } = unused(spot.type)
  const isSigned = spot.type.name.startsWith('int')
  const fill = isSigned && to < 32 && (data[spot.at + to] ?? 0) > 127 ? 255 : 0
  let isClean = spot.type.name !== 'bool' || (data[spot.at + 31] ?? 0) <= 1
  for (let at = spot.at + from; at < spot.at + to; at++) isClean &&= data[at] === fill
  if (isClean) return true
  return refuse(machine, spot.frame, {
    at: spot.at,
    why: `has a word that is no ${spot.type.name}`,
  })
}

function refuse(machine: Machine, frame: Frame, what: { at: number; why: string }): boolean {
  const subject = frame.isNested ? 'A bytes argument' : 'The calldata'
  stop(machine, {
    reason: frame.isNested ? 'reverts' : 'malformed',
    error: null,
    check: null,
    message: `${subject} ${what.why} (byte ${what.at}).`,
    at: what.at,
  })
  return false
}

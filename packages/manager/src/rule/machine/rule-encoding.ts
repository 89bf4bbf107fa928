import { type Hex, parseHex } from '@vaultwright/base'
import type { AbiTuple, AbiType, AbiWord } from '../../abi/abi-type.ts'
import { isCleanWord, isFullWord } from '../../abi/abi-word.ts'
import { buildMachine, countAt, type Machine, spend, stop } from './rule-machine.ts'

/** The bounds of an encoding: from `base` up to `limit`, and whether it is inside a bytes argument. */
type EncodingBounds = {
  readonly base: number
  readonly limit: number
  readonly isNested: boolean
}

/**
 * Checks an encoding the way Solidity's decoder does, before anything of it is used.
 *
 * Source: Solidity, contract ABI specification and ABI coder v2 (strict decoding).
 */
export function checkEncoding(machine: Machine, type: AbiTuple, frame: EncodingBounds): boolean {
  if (frame.base + type.headSize > frame.limit) {
    return refuse(machine, frame, { at: frame.limit, why: 'ends before its arguments do' })
  }
  return checkFields(machine, { type, at: frame.base, frame })
}

type EncodingLocation<Type extends AbiType> = {
  readonly type: Type
  readonly at: number
  readonly frame: EncodingBounds
}

function checkFields(machine: Machine, spot: EncodingLocation<AbiTuple>): boolean {
  for (const { type, offset } of spot.type.fields) {
    if (!checkMember(machine, { type, at: spot.at + offset, frame: spot.frame }, spot.at)) {
      return false
    }
  }
  return true
}

/** Checks what a head slot holds: the value, or the offset to it counted from `base`. */
function checkMember(machine: Machine, spot: EncodingLocation<AbiType>, base: number): boolean {
  if (!spot.type.isDynamic) return checkValue(machine, spot)
  const offset = base + soundCountAt(machine, spot, 'an offset')
  if (machine.fault !== null) return false
  const room = spot.type.kind === 'tuple' ? spot.type.headSize : minimumOf(spot.type)
  if (offset + room > spot.frame.limit) {
    return refuse(machine, spot.frame, {
      at: spot.at,
      why: 'has an offset that points past its end',
    })
  }
  return checkValue(machine, { type: spot.type, at: offset, frame: spot.frame })
}

function minimumOf(type: AbiType): number {
  if (type.kind === 'array' && type.length !== null) return 32 * type.length
  return 32
}

function checkValue(machine: Machine, spot: EncodingLocation<AbiType>): boolean {
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
      if (isFullWord(type.element)) return true
      for (let index = 0; index < count; index++) {
        const element = { type: type.element, at: start + index * stride, frame: spot.frame }
        if (!checkMember(machine, element, start)) return false
      }
      return true
    }
  }
}

function soundCountAt(machine: Machine, spot: EncodingLocation<AbiType>, what: string): number {
  for (let index = spot.at; index < spot.at + 28; index++) {
    if (machine.data[index] !== 0) {
      refuse(machine, spot.frame, { at: spot.at, why: `has ${what} beyond its end` })
      return 0
    }
  }
  return countAt(machine.data, spot.at)
}

function checkWord(machine: Machine, spot: EncodingLocation<AbiWord>): boolean {
  if (isCleanWord(machine.data, spot.at, spot.type)) return true
  return refuse(machine, spot.frame, {
    at: spot.at,
    why: `has a word that is not a valid ${spot.type.name}`,
  })
}

function refuse(
  machine: Machine,
  frame: EncodingBounds,
  what: { at: number; why: string },
): boolean {
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

/**
 * Checks that a contract can decode bytes as a tuple. Bytes after the tuple are accepted.
 *
 * Source: Solidity, `abi.decode`.
 *
 * @returns false where `abi.decode` reverts.
 * @throws {InvalidHexError} when they are not hex of whole bytes.
 */
export function isEncoded(type: AbiTuple, bytes: Hex): boolean {
  const data = parseHex(bytes)
  const frame = { base: 0, limit: data.length, isNested: true }
  return checkEncoding(buildMachine(data, {}), type, frame)
}

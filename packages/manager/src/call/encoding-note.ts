import { type Hex, printHex } from '@vaultwright/base'
import { type AbiTuple, type AbiType, AbiTypeError, parseSignature } from '../abi/abi-type.ts'
import { isCleanWord, isFullWord } from '../abi/abi-word.ts'
import { type CalldataReader, trailingBytesOf } from '../abi/calldata-reader.ts'
import type { Leaf } from '../leaf/leaf.ts'
import { lengthAt, tailAt } from '../rule/machine/calldata-parameter.ts'
import { buildMachine, type Machine, spend } from '../rule/machine/rule-machine.ts'
import { type RuleBook, rulesFor } from '../rule/rule-book.ts'
import { orderTuple } from '../rule/rule-order.ts'
import type { Call } from './call.ts'
import { type OpenedCall, openCall } from './opened-call.ts'

/** Bytes of calldata that its function does not read: the chain accepts them, a person should see them. */
export type EncodingNote = {
  /**
   * `trailing_bytes`: they follow the arguments. `unread_value`: a value inside a struct or a list that
   * does not fit its type, which no decoder reads.
   */
  readonly kind: 'trailing_bytes' | 'unread_value'
  /** Byte of the call's own calldata. */
  readonly at: number
  /** The bytes, or the word. */
  readonly bytes: Hex
  /** One sentence for a person. */
  readonly message: string
}

/** The most notes of one kind; more add nothing. */
const maxNotes = 20

/**
 * Finds what the calldata of a permitted call carries beside what its function reads.
 *
 * @returns the notes in order, at most 20; none when the function's parameters are not known.
 */
export function encodingNotesOf(
  call: OpenedCall,
  leaf: Leaf | null,
  rules: RuleBook,
): readonly EncodingNote[] {
  const inputs = inputsOf(call, leaf, rules)
  if (inputs === null) return []
  const walk: NoteWalk = {
    machine: buildMachine(call.bytes, {}),
    notes: [],
    end: 4 + inputs.headSize,
  }
  visitFields(walk, inputs, 4)
  const end = Math.min(walk.end, call.bytes.length)
  const trailing = isOrderBehind(call, end, rules) ? null : trailingOf(call, end)
  return trailing === null ? walk.notes : [...walk.notes, trailing]
}

/**
 * Finds what `encodingNotesOf` finds, for a call whose calldata is hex.
 *
 * @param leaf - the leaf that permits it, whose signature is used where no rule is known; or null.
 * @returns the notes in order.
 * @throws {InvalidHexError} when the calldata is not hex.
 */
export function callNotesOf(
  call: Call,
  leaf: Leaf | null,
  rules: RuleBook,
): readonly EncodingNote[] {
  return encodingNotesOf(openCall(call), leaf, rules)
}

/** Finds what follows the arguments of the Manager's own function. */
export function trailingNotesOf(reader: CalldataReader): readonly EncodingNote[] {
  const bytes = trailingBytesOf(reader)
  return bytes.length === 0 ? [] : [trailingNoteOf(bytes, reader.next)]
}

function trailingNoteOf(bytes: Uint8Array, at: number): EncodingNote {
  const count = bytes.length === 1 ? '1 byte follows' : `${bytes.length} bytes follow`
  const message = `${count} the arguments, from byte ${at}. The chain accepts and ignores what stands there.`
  return { kind: 'trailing_bytes', at, bytes: printHex(bytes), message }
}

/** The parameters as a rule has them, else as the leaf has them; null for calldata of another layout. */
function inputsOf(call: OpenedCall, leaf: Leaf | null, rules: RuleBook): AbiTuple | null {
  const rulesOf = call.selector === null ? [] : rulesFor(rules, call.selector)
  if (rulesOf.some(({ isByteParsed }) => isByteParsed)) return null
  if (rulesOf[0] !== undefined) return rulesOf[0].function.inputs
  if (leaf === null || leaf.signature === '') return null
  try {
    return parseSignature(leaf.signature).inputs
  } catch (error) {
    if (error instanceof AbiTypeError) return null
    throw error
  }
}

/** An order that decoders read behind the arguments is no surplus. */
function isOrderBehind(call: OpenedCall, end: number, rules: RuleBook): boolean {
  const reading = call.selector === null ? [] : rulesFor(rules, call.selector)
  return (
    call.bytes.length - end === orderTuple.headSize && reading.some(({ readsOrder }) => readsOrder)
  )
}

type NoteWalk = {
  readonly machine: Machine
  readonly notes: EncodingNote[]
  /** The first byte behind everything that was visited. */
  end: number
}

function visitFields(walk: NoteWalk, type: AbiTuple, at: number): void {
  for (const field of type.fields)
    visitMember(walk, field.type, { base: at, head: at + field.offset })
}

type MemberLocation = { readonly base: number; readonly head: number }

function visitMember(walk: NoteWalk, type: AbiType, spot: MemberLocation): void {
  if (!spend(walk.machine)) return
  const offset = type.isDynamic ? tailAt(walk.machine, type, spot) : spot.head
  const { fault } = walk.machine
  walk.machine.fault = null
  if (fault !== null) addNote(walk, spot.head, 'points past the end of the calldata')
  else visitValue(walk, type, offset)
}

function visitValue(walk: NoteWalk, type: AbiType, at: number): void {
  const { data } = walk.machine
  switch (type.kind) {
    case 'word':
      if (!isCleanWord(data, at, type)) addNote(walk, at, `is not a valid ${type.name}`)
      coverUpTo(walk, at + 32)
      return
    case 'tuple':
      visitFields(walk, type, at)
      return
    case 'bytes':
      coverUpTo(walk, at + 32 + 32 * Math.ceil(lengthAt(data, at) / 32))
      return
    case 'array': {
      const count = type.length ?? lengthAt(data, at)
      const start = type.length === null ? at + 32 : at
      const stride = type.element.isDynamic ? 32 : type.element.headSize
      coverUpTo(walk, start + count * stride)
      if (isFullWord(type.element)) return
      for (let index = 0; index < count && walk.machine.budget > 0; index++) {
        visitMember(walk, type.element, { base: start, head: start + index * stride })
      }
    }
  }
}

function coverUpTo(walk: NoteWalk, end: number): void {
  walk.end = Math.max(walk.end, end)
}

function addNote(walk: NoteWalk, at: number, what: string): void {
  if (walk.notes.length >= maxNotes) return
  const start = Math.max(0, at)
  const bytes = printHex(walk.machine.data.subarray(start, start + 32))
  const message = `The word at byte ${at} ${what}: no known decoder reads it, so the chain lets it pass.`
  walk.notes.push({ kind: 'unread_value', at, bytes, message })
}

/** Bytes after the arguments, without the target that a drone reads from the end. */
function trailingOf(call: OpenedCall, end: number): EncodingNote | null {
  let limit = call.bytes.length
  if (call.droneTarget !== null) {
    limit -= 52
    const padding = call.bytes.subarray(limit - 12, limit)
    if (limit - 12 >= end && padding.every((byte) => byte === 0)) limit -= 12
  }
  return limit > end ? trailingNoteOf(call.bytes.subarray(end, limit), end) : null
}

import type { Address, Hex } from '@vaultwright/base'
import type { RecordedCall } from '@vaultwright/chain'

/** Calls of a text, and where the text goes on behind them. */
export type ReadCalls = { readonly calls: readonly RecordedCall[]; readonly end: number }

/** A call as it is printed. */
type PrintedCall = {
  readonly call: RecordedCall
  /** Up to its answer. */
  readonly begin: string
  readonly text: string
}

/** Of the text that was read last: from day to day almost all calls are the same, and most answers. */
let lastCalls: readonly PrintedCall[] = []

const anyCall = /\["(0x[0-9a-fA-F]{40})","(0x(?:[0-9a-fA-F]{2})*)",/y
const anyAnswer = /(?:null|"(0x(?:[0-9a-fA-F]{2})*)")\]/y

/**
 * Reads a list of calls as it is printed, without looking again at what the list before had.
 *
 * @param text - JSON.
 * @param start - of the list, behind its bracket.
 * @returns the calls; null for a list that is printed otherwise, or none.
 */
export function readCalls(text: string, start: number): ReadCalls | null {
  const callAt = openReader(lastCalls)
  const printed: PrintedCall[] = []
  let offset = start
  while (text[offset] !== ']') {
    if (printed.length > 0 && text[offset++] !== ',') return null
    const call = callAt(text, offset)
    if (call === null) return null
    printed.push(call)
    offset += call.text.length
  }
  lastCalls = printed
  return { calls: printed.map(({ call }) => call), end: offset + 1 }
}

/** Reads calls one after the other, first as they followed each other before. */
function openReader(before: readonly PrintedCall[]) {
  let place = 0
  let places: ReadonlyMap<string, number> | null = null
  return (text: string, at: number): PrintedCall | null => {
    const next = before[place]
    if (next !== undefined && isAt(text, next.text, at)) {
      place++
      return next
    }
    if (next !== undefined && isAt(text, next.begin, at)) {
      place++
      return withAnswer(next, text, at)
    }
    const begin = matchAt(anyCall, text, at)
    if (begin === null) return null
    places ??= new Map(before.map((one, at) => [one.begin, at]))
    const index = places.get(begin[0])
    if (index !== undefined) {
      place = index + 1
      return withAnswer(before[index]!, text, at)
    }
    return withAnswer(callOf(begin[1] as Address, begin[2] as Hex), text, at)
  }
}

function withAnswer(
  { call: [to, data], begin }: Pick<PrintedCall, 'call' | 'begin'>,
  text: string,
  at: number,
): PrintedCall | null {
  const match = matchAt(anyAnswer, text, at + begin.length)
  if (match === null) return null
  const printed = `${begin}${match[0]}`
  const answer = match[1] === undefined ? null : (printed.slice(begin.length + 1, -2) as Hex)
  return { call: [to, data, answer], begin, text: printed }
}

/** Cut from a text of its own: what is remembered would hold on to the whole text that it was read in. */
function callOf(to: Address, data: Hex): Pick<PrintedCall, 'call' | 'begin'> {
  const begin = `["${to}","${data}",`
  const [toStart, dataStart] = [2, to.length + 5]
  const target = begin.slice(toStart, toStart + to.length) as Address
  return { call: [target, begin.slice(dataStart, -2) as Hex, null], begin }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Compared as one piece, which is faster than letter by letter. */
function isAt(text: string, part: string, at: number): boolean {
  return text.slice(at, at + part.length) === part
}

import { type Chain, openChain, type Rpc, type RpcAnswer, type RpcCall } from '@vaultwright/chain'
import type { Random } from '../../../scripts/vector/random.mjs'

/** An answer of a node, and how many it gave before. */
export type NumberedAnswer = {
  readonly call: RpcCall
  readonly answer: RpcAnswer
  readonly index: number
}

/** Opens a chain whose node's answers go through a function, one at a time. */
export async function openTamperedChain(
  honest: Rpc,
  id: number,
  tamper: (given: NumberedAnswer) => RpcAnswer,
): Promise<{ readonly chain: Chain; readonly answered: () => number }> {
  let count = 0
  const opened = await openChain(honest, { id })
  const rpc: Rpc = {
    ...honest,
    ask: async (calls) => {
      const answers = await honest.ask(calls)
      return answers.map((answer, at) => tamper({ call: calls[at]!, answer, index: count++ }))
    },
  }
  return { chain: { ...opened, rpc }, answered: () => count }
}

/**
 * Changes one thing of a value that a node gave: a digit, an entry of a list, the order of two, or a text.
 *
 * @returns another value; the same one where there is nothing to change.
 */
export function tamperedValue(value: unknown, random: Random): unknown {
  const copy = { whole: structuredClone(value) }
  const places = placesIn(copy)
  if (places.length === 0) return value
  const { holder, key, held } = random.pick(places)
  if (typeof held === 'string') {
    holder[key] = random.isTrue(0.2) ? '0x' : flipped(held, random)
    return copy.whole
  }
  const list = held as unknown[]
  const index = random.below(list.length)
  if (random.isTrue()) list.splice(index, 1)
  else list.push(...list.splice(index, 1))
  return copy.whole
}

type Place = {
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly held: unknown
}

/** Every text in hex, and every list with an entry. */
function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.entries(holder).flatMap(([key, held]) => {
    const isHex = typeof held === 'string' && /^0x[0-9a-f]+$/i.test(held)
    const isList = Array.isArray(held) && held.length > 0
    return [...(isHex || isList ? [{ holder, key, held }] : []), ...placesIn(held)]
  })
}

function flipped(hex: string, random: Random): string {
  const offset = 2 + random.below(hex.length - 2)
  const digit = (Number.parseInt(hex[offset]!, 16) + 1 + random.below(15)) % 16
  return `${hex.slice(0, offset)}${digit.toString(16)}${hex.slice(offset + 1)}`
}

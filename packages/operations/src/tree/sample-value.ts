import type { Address, Hex } from '@vaultwright/base'
import { type AbiFunction, type AbiParameter, parseAbiItem } from 'viem'

/** The shape of values: the length of lists and paths, and whether accounts named as routers are the zero address. */
export type ValueShape = {
  readonly list: number
  readonly path: number
  readonly isDirect: boolean
}

/** A call whose every word is found nowhere else in it. */
export type Sample = {
  readonly item: AbiFunction
  readonly args: readonly unknown[]
  /** Puts an address where a mark stands. */
  readonly place: (mark: Address, address: Address) => void
}

type Spot = { readonly holder: unknown[] | Record<string, unknown>; readonly name: number | string }
type Maker = {
  next: number
  readonly shape: ValueShape
  readonly spots: Map<string, (address: Address) => void>
}

/** Between the tokens of a path: a pool's fee of 0.05 percent. */
const fee = '0001f4'

/** Fills a function's arguments with marks. */
export function sampleOf(signature: string, shape: ValueShape): Sample {
  const item = parseAbiItem([`function ${signature}`] as readonly string[]) as AbiFunction
  const maker: Maker = { next: 1, shape, spots: new Map() }
  const args: unknown[] = []
  for (const [index, input] of item.inputs.entries()) {
    args[index] = valueFor(input, { holder: args, name: index }, maker)
  }
  const place = (mark: Address, address: Address) => maker.spots.get(mark.toLowerCase())?.(address)
  return { item, args, place }
}

function valueFor(input: AbiParameter, spot: Spot, maker: Maker): unknown {
  const list = /^(.*)\[(\d*)\]$/.exec(input.type)
  if (list !== null) {
    const length = list[2] === '' ? maker.shape.list : Number(list[2])
    const items: unknown[] = []
    for (let index = 0; index < length; index++) {
      const element = { ...input, type: list[1] ?? '' } as AbiParameter
      items[index] = valueFor(element, { holder: items, name: index }, maker)
    }
    return items
  }
  if (input.type === 'tuple') {
    const fields: Record<string, unknown> = {}
    const { components } = input as AbiParameter & { components: readonly AbiParameter[] }
    for (const field of components) {
      const name = field.name ?? ''
      fields[name] = valueFor(field, { holder: fields, name }, maker)
    }
    return fields
  }
  if (input.type === 'bool') return false
  if (input.type === 'string') return ''
  if (input.type === 'bytes') return pathFor(spot, maker)
  return wordFor(input.type, spot, maker)
}

function wordFor(type: string, spot: Spot, maker: Maker): unknown {
  const number = maker.next++
  const digits = `5e${number.toString(16).padStart(38, '0')}`
  const put = (value: (address: Address) => unknown) => (address: Address) => {
    ;(spot.holder as Record<string, unknown>)[spot.name] = value(address)
  }
  if (type === 'address') {
    if (maker.shape.isDirect && /router$/i.test(String(spot.name))) return `0x${'0'.repeat(40)}`
    maker.spots.set(`0x${digits}`, put(String))
    return `0x${digits}`
  }
  const size = /^bytes(\d+)$/.exec(type)?.[1]
  if (size !== undefined)
    return size === '32' ? bytes32For(number, spot, maker) : zeros(Number(size))
  const bits = Number(/\d+$/.exec(type)?.[0] ?? 256)
  // Small ones are choices, of which nought is the plain one.
  if (bits <= 8) return 0
  if (bits < 160) {
    const print = (value: bigint) => (bits <= 48 ? Number(value) : value)
    maker.spots.set(`0x${number.toString(16).padStart(40, '0')}`, (address) => {
      if (BigInt(address) >> BigInt(bits - 1) === 0n) put(() => print(BigInt(address)))(address)
    })
    return print(BigInt(number))
  }
  maker.spots.set(`0x${digits}`, put(BigInt))
  return BigInt(`0x${digits}`)
}

/** A word may be packed by its last 20 bytes, its first 20, or in two halves of 16 with zeros behind. */
function bytes32For(number: number, { holder, name }: Spot, maker: Maker): Hex {
  const fields = holder as Record<string, unknown>
  const tail = number.toString(16).padStart(30, '0')
  let halves = [`5a${tail}`, `5b${tail}`]
  const word = (): Hex => `0x${halves.join('')}`
  const write = (digits: string) => {
    halves = [digits.slice(0, 32), digits.slice(32)]
    fields[name] = word()
  }
  const digitsOf = (address: Address) => address.slice(2).toLowerCase()
  const marks = halves.map((half) => `0x${half}00000000`)
  const whole = halves.join('')
  maker.spots.set(marks[0]!, (address) => write(digitsOf(address).slice(0, 32) + halves[1]))
  maker.spots.set(marks[1]!, (address) => write(halves[0] + digitsOf(address).slice(0, 32)))
  maker.spots.set(`0x${whole.slice(24)}`, (address) => write(digitsOf(address).padStart(64, '0')))
  maker.spots.set(`0x${whole.slice(0, 40)}`, (address) => write(digitsOf(address).padEnd(64, '0')))
  return word()
}

function zeros(bytes: number): Hex {
  return `0x${'00'.repeat(bytes)}`
}

/** Tokens with fees between them, each token a mark; no bytes at all where no path is wanted. */
function pathFor(spot: Spot, maker: Maker): Hex {
  const holder = spot.holder as Record<string, unknown>
  const tokens = Array.from({ length: maker.shape.path }, () => {
    return `5f${(maker.next++).toString(16).padStart(38, '0')}`
  })
  const printed = (): Hex => `0x${tokens.join(fee)}`
  for (const [index, token] of tokens.entries()) {
    maker.spots.set(`0x${token}`, (address) => {
      tokens[index] = address.slice(2).toLowerCase()
      holder[spot.name] = printed()
    })
  }
  return printed()
}

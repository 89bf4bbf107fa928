import {
  type AbiFunction,
  type AbiParameter,
  concat,
  encodeFunctionData,
  type Hex,
  parseAbiItem,
} from 'viem'

/** A call whose every argument is a value found nowhere else in it. */
export type SentinelCall = {
  readonly item: AbiFunction
  readonly args: unknown[]
  /** Bytes behind the arguments; none when not said. */
  tail?: Hex
}

/**
 * Fills a function's arguments with values that tell themselves apart.
 *
 * Lists have one entry, bytes and texts are empty, booleans are false.
 *
 * @param signature - with parameter names.
 * @returns the function and its arguments, which a test may change before encoding.
 */
export function sentinelCallOf(signature: string): SentinelCall {
  const item = parseAbiItem([`function ${signature}`] as readonly string[]) as AbiFunction
  const counter = { next: 1 }
  return { item, args: item.inputs.map((input) => sentinelOf(input, counter)) }
}

/**
 * Encodes a call with viem.
 *
 * @param call - function and arguments.
 * @returns its calldata.
 */
export function encodeCall({ item, args, tail = '0x' }: SentinelCall): Hex {
  return concat([encodeFunctionData({ abi: [item], args }), tail])
}

/**
 * Finds a value in a call by its name.
 *
 * @param call - function and arguments.
 * @param path - as in `params.path` or `requests[0].withdrawer`.
 * @returns the argument or its member.
 */
export function valueAt(call: SentinelCall, path: string): unknown {
  const [first = '', ...further] = path.split(/[.[\]]+/).filter((part) => part !== '')
  const position = call.item.inputs.findIndex((input) => input.name === first)
  if (position < 0) throw new Error(`${call.item.name} has no parameter ${first}`)
  return further.reduce<unknown>((value, part) => {
    const member = (value as Record<string, unknown>)[part]
    if (member === undefined) throw new Error(`${path} is nowhere in ${call.item.name}`)
    return member
  }, call.args[position])
}

/**
 * Changes a value in a call by its name.
 *
 * @param call - function and arguments.
 * @param path - as for `valueAt`.
 * @param value - the new value.
 */
export function setAt(call: SentinelCall, path: string, value: unknown): void {
  const parts = path.split(/[.[\]]+/).filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  valueAt(call, path)
  if (parts.length === 1) {
    call.args[call.item.inputs.findIndex((input) => input.name === last)] = value
    return
  }
  const holder = valueAt(call, path.slice(0, path.lastIndexOf(path.endsWith(']') ? '[' : '.')))
  ;(holder as Record<string, unknown>)[last] = value
}

function sentinelOf(input: AbiParameter, counter: { next: number }): unknown {
  const list = /^(.*)\[(\d*)\]$/.exec(input.type)
  if (list !== null) {
    const element = { ...input, type: list[1] ?? '' } as AbiParameter
    return Array.from({ length: list[2] === '' ? 1 : Number(list[2]) }, () =>
      sentinelOf(element, counter),
    )
  }
  if (input.type === 'tuple') {
    const members = (input as AbiParameter & { components: readonly AbiParameter[] }).components
    return Object.fromEntries(members.map((member) => [member.name, sentinelOf(member, counter)]))
  }
  const number = counter.next++
  if (input.type === 'bool') return false
  if (input.type === 'bytes') return '0x'
  if (input.type === 'string') return ''
  if (input.type === 'address') return `0x5e${number.toString(16).padStart(38, '0')}`
  if (input.type === 'bytes32') {
    return `0x${Array.from({ length: 32 }, (_, at) => (0x10 + ((at + 7 * number) % 0xe0)).toString(16)).join('')}`
  }
  const bits = Number(/\d+$/.exec(input.type)?.[0] ?? 256)
  if (bits <= 16) return 100 + number
  if (bits <= 48) return 1_000_000 + number
  return 2n ** BigInt(Math.min(bits, 200) - 2) + BigInt(number)
}

import { parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { type AbiTuple, parseAbiTuple } from '../abi/abi-type.ts'
import { checkEncoding } from './machine/rule-encoding.ts'
import { type Machine, wordAt } from './machine/rule-machine.ts'
import {
  computedOf,
  fieldTraitOf,
  locatedOf,
  type RecordValue,
  type Trait,
  type Value,
} from './rule-value.ts'

/**
 * The offset of the order in the calldata of `setPreSignature`: behind selector, two heads and a
 * uid of two words.
 */
const orderStart = 164

/**
 * The twelve words of an order that decoders read behind the arguments.
 *
 * Source: GPv2Order.Data, as `abi.encode` writes it.
 */
export const orderTuple: AbiTuple = parseAbiTuple(
  '(address sellToken, address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, uint32 validTo, bytes32 appData, uint256 feeAmount, bytes32 kind, bool partiallyFillable, bytes32 sellTokenBalance, bytes32 buyTokenBalance)',
)

/** `keccak256` of the order's EIP-712 type. Source: GPv2Order.TYPE_HASH. */
const typeHash = 'd5a25ba2e97094ad7d83dc28a6572da797d6b3e7fc6663bd93efb789fc17e489'

/**
 * Makes the record of an order that follows the arguments of `setPreSignature`.
 *
 * Its fields are the order's; `digest` is what the settlement hashes, `size` counts the bytes of the whole
 * calldata, `uidOffset` is the first word of the arguments, `uidPadding` the 8 bytes between uid and order.
 * Words that do not fit their types revert, as `abi.decode` does; the last three need none of them.
 * Source: GPv2Order.hash.
 *
 * @param domainSeparator - of the settlement: a read, noted in the machine where it is not known.
 */
export function gpv2OrderOf(
  domainSeparator: (machine: Machine) => bigint,
  { trait, frame }: { readonly trait: Trait; readonly frame: number },
): RecordValue {
  const slot = 2 * frame
  const start = (machine: Machine): number => {
    const limit = machine.data.length
    if (machine.frames[slot] === orderStart && machine.frames[slot + 1] === limit) return orderStart
    if (checkEncoding(machine, orderTuple, { base: orderStart, limit, isNested: true })) {
      machine.frames[slot] = orderStart
      machine.frames[slot + 1] = limit
    }
    return orderStart
  }
  const order = locatedOf(orderTuple, start, trait)
  const extra: { readonly [name: string]: readonly [string, (machine: Machine) => bigint] } = {
    digest: ['bytes32', (machine) => digestAt(machine, start(machine), domainSeparator)],
    size: ['number', ({ data }) => BigInt(data.length)],
    uidOffset: ['number', ({ data }) => wordAt(data, 4, 32)],
    uidPadding: ['number', ({ data }) => wordAt(data, orderStart - 8, 8)],
  }
  const names = [...orderTuple.fields.map(({ name }) => name), ...Object.keys(extra)]
  const field = (name: string): Value | null => {
    const value = Object.hasOwn(extra, name) ? extra[name] : undefined
    if (value === undefined) return order.kind === 'record' ? order.field(name) : null
    return computedOf(value[0], value[1], fieldTraitOf(trait, name, names.indexOf(name)))
  }
  return { kind: 'record', names, field, ...trait }
}

function digestAt(
  machine: Machine,
  at: number,
  domainSeparator: (machine: Machine) => bigint,
): bigint {
  const { misses } = machine
  const domain = domainSeparator(machine)
  if (machine.misses !== misses || machine.fault !== null) return 0n
  const words = printHex(machine.data.subarray(at, at + orderTuple.headSize)).slice(2)
  const struct = hashOf(`${typeHash}${words}`)
  return BigInt(`0x${hashOf(`1901${domain.toString(16).padStart(64, '0')}${struct}`)}`)
}

function hashOf(digits: string): string {
  return printHex(keccak256(parseHex(`0x${digits}`))).slice(2)
}

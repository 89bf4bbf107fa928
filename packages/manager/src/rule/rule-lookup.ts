import { printHex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import type { AbiField, AbiTuple } from '../abi/abi-type.ts'
import { printAbiType } from '../abi/abi-type.ts'
import type { Machine } from './machine/rule-machine.ts'
import {
  type DecoderRead,
  type DecoderReadValue,
  wordOfRead,
  wordsOfRead,
} from './machine/rule-read.ts'
import type { ReadRule } from './rule.ts'
import {
  computedOf,
  fieldTraitOf,
  loopsOf,
  type Trait,
  type Value,
  type WordValue,
} from './rule-value.ts'

/** A read of the chain with its types worked out. */
export type CompiledRead = {
  readonly rule: ReadRule
  /** Function name without parameters. */
  readonly name: string
  readonly inputs: AbiTuple
  readonly returns: AbiTuple
}

/** Makes the value that a read of the chain gives. */
export function lookupOf(read: CompiledRead, args: readonly WordValue[], trait: Trait): Value {
  const whole = { ...trait, loops: loopsOf([trait, ...args]) }
  const [only] = read.returns.fields
  if (only !== undefined && read.returns.fields.length === 1) {
    return returnedOf({ read, args, field: only, position: 0 }, whole)
  }
  return {
    kind: 'record',
    names: read.returns.fields.map((field) => field.name),
    field: (name) => {
      const position = read.returns.fields.findIndex((field) => field.name === name)
      const field = read.returns.fields[position]
      if (field === undefined || name === '') return null
      return returnedOf({ read, args, field, position }, fieldTraitOf(whole, name, position))
    },
    ...whole,
  }
}

type RuleReadQuery = {
  readonly read: CompiledRead
  readonly args: readonly WordValue[]
  readonly field: AbiField
  readonly position: number
}

function returnedOf(question: RuleReadQuery, trait: Trait): Value {
  const { type } = question.field
  if (type.kind === 'array' && type.element.kind === 'word') {
    const { name } = type.element
    const words = (machine: Machine): readonly bigint[] => {
      const answer = answerTo(machine, question)
      return answer === null ? [] : wordsOfRead(answer.key, answer.value, name)
    }
    return {
      kind: 'list',
      fixed: type.length,
      count: (machine) => words(machine).length,
      item: (index, itemTrait) =>
        computedOf(name, (machine) => words(machine)[index(machine)] ?? 0n, itemTrait),
      ...trait,
    }
  }
  const name = printAbiType(type)
  const big = (machine: Machine) => {
    const answer = answerTo(machine, question)
    return answer === null ? 0n : wordOfRead(answer.key, answer.value, name)
  }
  return computedOf(name, big, trait)
}

/** Looks a read up, its addresses in either spelling; notes it as missing unless its own arguments are missing. */
function answerTo(
  machine: Machine,
  question: RuleReadQuery,
): { key: string; value: DecoderReadValue } | null {
  const { misses } = machine
  const decoderRead = readOf(machine, question)
  if (machine.misses !== misses) return null
  for (const key of [
    decoderRead.key,
    decoderRead.key.replace(/0x\w+/g, (hex) => hex.toLowerCase()),
  ]) {
    const value = Object.hasOwn(machine.reads, key) ? machine.reads[key] : undefined
    if (value !== undefined) return { key, value }
  }
  machine.missing.set(decoderRead.key, decoderRead)
  machine.misses++
  return null
}

function readOf(
  machine: Machine,
  { read: compiled, args, field, position }: RuleReadQuery,
): DecoderRead {
  const isAddressed = args.length > compiled.inputs.fields.length
  const texts = args.map((arg) => textOf(arg.type, arg.big(machine)))
  const address = isAddressed ? checksumOf(texts[0] ?? '') : null
  const values = isAddressed ? texts.slice(1) : texts
  const several = compiled.returns.fields.length > 1
  const key = `${address === null ? '' : `${address}.`}${compiled.name}(${values.join(',')})`
  return {
    key: several ? `${key}.${field.name}` : key,
    contract: compiled.rule.contract,
    address,
    function: compiled.rule.function,
    arguments: values,
    type: printAbiType(field.type),
    position,
  }
}

function textOf(type: string, big: bigint): string {
  if (type === 'address') {
    const bytes = new Uint8Array(20)
    for (let index = 19, remainder = big; index >= 0; index--, remainder >>= 8n)
      bytes[index] = Number(remainder & 255n)
    return checksumOf(printHex(bytes))
  }
  if (type.startsWith('bytes')) return `0x${big.toString(16).padStart(64, '0')}`
  if (type.startsWith('int')) return BigInt.asIntN(256, big).toString()
  return big.toString()
}

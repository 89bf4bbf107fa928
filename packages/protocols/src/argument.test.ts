import { argumentsOf, type CompiledRule, packArguments, rulesFor } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { type AbiParameter, type Hex, keccak256, slice, toHex } from 'viem'
import { expect, test } from 'vitest'
import { soundCallOf } from '../../../test/support/call/rule-input.ts'
import { encodeCall, type SentinelCall, setAt } from '../../../test/support/sentinel.ts'

const rules = [...ruleBook.groups.keys()].flatMap((selector) => rulesFor(ruleBook, selector))

/** Places of a call by name, with another value of the type. */
function placesOf(call: SentinelCall): readonly { path: string; value: unknown }[] {
  const inside = (input: AbiParameter, path: string, value: unknown): typeof places => {
    const list = /^(.*)\[\d*\]$/.exec(input.type)
    if (list !== null) {
      const element = { ...input, type: list[1]! } as AbiParameter
      return (value as unknown[]).flatMap((item, at) => inside(element, `${path}[${at}]`, item))
    }
    if (input.type === 'tuple') {
      const { components } = input as AbiParameter & { components: readonly AbiParameter[] }
      return components.flatMap((field) => {
        return inside(field, `${path}.${field.name}`, (value as never)[field.name!])
      })
    }
    return [{ path, value: otherOf(input.type, value) }]
  }
  const places: { path: string; value: unknown }[] = []
  return call.item.inputs.flatMap((input, at) => inside(input, input.name!, call.args[at]))
}

function otherOf(type: string, value: unknown): unknown {
  if (type === 'bool') return !value
  if (type === 'address') return '0x1234567890123456789012345678901234567890'
  if (type === 'string') return `${value}, and more of the same`
  if (type === 'bytes') return `${value}${'ab'.repeat(64)}`
  const size = /^bytes(\d+)$/.exec(type)?.[1]
  if (size !== undefined) return `0x${'cd'.repeat(Number(size))}`
  return typeof value === 'bigint' ? value ^ 3n : Number(value) ^ 3
}

/** The outcome of a rule for a call; each read is answered by an account of its own. */
function outcomeOf(rule: CompiledRule, call: SentinelCall): string {
  const reads: Record<string, Hex | readonly Hex[]> = {}
  for (let round = 0; round < 4; round++) {
    const outcome = packArguments(rule, encodeCall(call), reads)
    if (outcome.ok) return `${outcome.packed} ${JSON.stringify(outcome.unverified)}`
    if (outcome.reason !== 'needs_reads') return outcome.reason
    for (const { key, type } of outcome.reads) {
      const account = slice(keccak256(toHex(key)), 12)
      reads[key] = type.endsWith('[]') ? [account, account, account] : account
    }
  }
  return 'asks again and again'
}

test('law: what the terms call free changes nothing when it is tried, and what they bind as a whole does', () => {
  const wrong: string[] = []
  const tried = { free: 0, bound: 0, checked: 0 }
  for (const rule of rules.filter(({ isByteParsed }) => !isByteParsed)) {
    const sound = () => soundCallOf(rule.decoders[0] ?? '', rule.rule.signature)
    const before = outcomeOf(rule, sound())
    for (const { path, value } of placesOf(sound())) {
      const call = sound()
      setAt(call, path, value)
      const isChanged = outcomeOf(rule, call) !== before
      const name = path.replace(/\[\d+\]/g, '[]')
      const argument = argumentsOf(rule).find((one) => one.path === name)
      if (argument === undefined) wrong.push(`${rule.signature} ${path} is missing`)
      else {
        tried[argument.state]++
        if (argument.state === 'free' && isChanged) wrong.push(`${rule.rule.signature} ${path}`)
        const isBound = argument.state === 'bound' && argument.isWhole
        if (isBound && !isChanged) wrong.push(`${rule.rule.signature} ${path} is not bound`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(tried.free).toBeGreaterThan(800)
  expect(tried.bound).toBeGreaterThan(500)
})

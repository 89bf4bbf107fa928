import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import {
  buildLeaf,
  type CompiledRule,
  type DecoderReadValues,
  type PackedEntry,
  packArguments,
  rulesFor,
} from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { claimsOf, emptyFacts, ruleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { soundCallOf } from '../../../test/support/call/rule-input.ts'
import { encodeCall, type SentinelCall } from '../../../test/support/sentinel.ts'

const vault: Address = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const target: Address = '0x227975088C28DBBb4b421c6d96781a53578f19a8'
const rules = [...ruleBook.groups.keys()].flatMap((selector) => rulesFor(ruleBook, selector))

/** Functions that need no action, and why. */
const withoutAction: ReadonlyMap<string, string> = new Map([
  [
    'deposit(address,uint256[],uint256,uint256,uint256)',
    'DVstETH: the decoder picks one token out of a list that it reads, which no calldata names; the wrapper takes every deposit, and no published tree has this one.',
  ],
])

/** Answers every read with the vault; a position has no operator and is not staked. */
function packed(rule: CompiledRule, calldata: Hex): readonly PackedEntry[] | null {
  const reads: Record<string, DecoderReadValues[string]> = {}
  for (let round = 0; round < 5; round++) {
    const outcome = packArguments(rule, calldata, reads)
    if (outcome.ok) return outcome.entries
    if (outcome.reason !== 'needs_reads') return null
    for (const { key, type } of outcome.reads) {
      const answer = /operator|userPositionInfos/.test(key) ? zeroAddress : vault
      reads[key] = type.endsWith('[]') ? [answer, answer] : answer
    }
  }
  return null
}

/** Addresses of the call that distinguish its arguments. */
function addressesIn(entries: readonly PackedEntry[]): readonly string[] {
  const addresses = entries.map(({ address }) => address.slice(2).toLowerCase())
  return [...new Set(addresses)].filter((digits) => /^(5e|aa)0{20}/.test(digits))
}

/** Calls in which the vault stands for every account, and then the zero address for one or two of them. */
function* callsOf(rule: CompiledRule, call: SentinelCall): Iterable<Hex> {
  const calldata = encodeCall(call)
  const accounts = addressesIn(packed(rule, calldata) ?? [])
  const alone = [[], ...accounts.map((one) => [one])] as readonly (readonly string[])[]
  const pairs = accounts.flatMap((one, index) =>
    accounts.slice(index + 1).map((other) => [one, other]),
  )
  for (const zeros of [...alone, ...pairs]) {
    yield accounts.reduce<string>(
      (text, digits) =>
        text.replaceAll(digits, (zeros.includes(digits) ? zeroAddress : vault).slice(2)),
      calldata.toLowerCase(),
    ) as Hex
  }
}

/** The same call with every list twice as long. */
function doubled(value: unknown): unknown {
  if (Array.isArray(value)) return [...value, ...value].map(doubled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, doubled(field)]))
}

/** The routes that leaves packed by a rule are read as. */
function routesOf(rule: CompiledRule, call: SentinelCall): readonly string[] {
  for (const calldata of callsOf(rule, call)) {
    const entries = packed(rule, calldata)
    if (entries === null) continue
    for (const canSendValue of [false, true]) {
      const leaf = buildLeaf({
        decoder: vault,
        target,
        canSendValue,
        signature: rule.signature,
        arguments: entries.map(({ address }) => checksumOf(address)),
      })
      const context = { owner: { vault, manager: target }, knownFacts: emptyFacts }
      const [claim] = claimsOf([leaf], context)
      if (claim !== null && claim !== undefined) return [claim.pattern.action.route]
    }
  }
  return []
}

const actionRules = rules.filter(({ signature }) => !withoutAction.has(signature))

test.each(actionRules.map((rule) => [rule.decoders[0]!, rule.signature, rule] as const))(
  'law: a leaf that %s packs for %s is read as an action',
  (decoder, signature, rule) => {
    const call = soundCallOf(decoder, rule.rule.signature)
    const once = routesOf(rule, call)
    const routes =
      once.length > 0 || !signature.includes('[]')
        ? once
        : routesOf(rule, { ...call, args: call.args.map(doubled) })
    expect(routes).toHaveLength(1)
  },
)

test('law: each function without an action is one of the rule book, and none is in use', () => {
  for (const signature of withoutAction.keys()) {
    expect(rules.map((rule) => rule.signature)).toContain(signature)
  }
})

test('refuses: a leaf of a function without an action, or with more than a rule packs, is read as none', () => {
  const parts = { decoder: vault, target, canSendValue: false }
  const leaves = [
    buildLeaf({ ...parts, signature: 'selfDestruct(address)', arguments: [vault] }),
    buildLeaf({ ...parts, signature: 'accrueInterest()', arguments: [vault, vault] }),
  ]
  const context = { owner: { vault, manager: target }, knownFacts: emptyFacts }
  expect(claimsOf(leaves, context)).toEqual([null, null])
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseTreeFile } from '@vaultwright/formats'
import {
  buildLeaf,
  buildLeafTree,
  buildRuleBook,
  type CompiledRule,
  encodeManageFromTree,
  matchCall,
  openRuleSets,
  packArguments,
  type RuleSet,
  rulesFor,
  verifyCalldata,
} from '@vaultwright/manager'
import { type Protocol, protocols, ruleBook } from '@vaultwright/protocols'
import fc from 'fast-check'
import { hexToBytes } from 'viem'
import { expect, test } from 'vitest'
import { soundCallOf } from '../support/call/rule-input.ts'
import { runsOf } from '../support/runs.ts'
import { encodeCall } from '../support/sentinel.ts'

type Entry = { readonly protocol: Protocol; readonly rules: RuleSet }

const root = resolve(import.meta.dirname, '../..')
// The repository holds no entrance: the build makes them, and here the sources do.
execFileSync(
  process.execPath,
  [
    '--conditions=source',
    '--disable-warning=ExperimentalWarning',
    join(root, 'scripts/make-protocols.mjs'),
    '--entries',
  ],
  { cwd: root },
)
const entryOf = (name: string): Promise<Entry> =>
  import(/* @vite-ignore */ `@vaultwright/protocols/${name.replaceAll('_', '-')}`)
const entries = await Promise.all(protocols.map(({ name }) => entryOf(name)))
const kindOf = ({ packing, checks, inferred }: CompiledRule) =>
  JSON.stringify([packing, checks.map(({ condition, error }) => [condition.key, error]), inferred])
const kindsIn = (book: typeof ruleBook, selector: string) =>
  rulesFor(book, selector).map(kindOf).sort()

test('law: every protocol has an entrance, which brings itself and the rules of all its functions', () => {
  expect(entries.map(({ protocol }) => protocol)).toEqual(protocols)
  for (const { protocol, rules } of entries) {
    const names = openRuleSets([rules]).decoders
    for (const { decoder, version } of protocol.decoders) {
      const name = version === undefined ? decoder : `${decoder} (${version})`
      expect(rules.complete, protocol.name).toContain(name)
      expect(names.get(name), name).toEqual(ruleBook.decoders.get(name))
    }
  }
})

test('law: each function of an entrance has the same rules there as among all, and all entrances make the whole book', () => {
  for (const { protocol, rules } of entries) {
    const book = openRuleSets([rules])
    for (const selector of book.groups.keys()) {
      const shown = `${protocol.name} ${selector}`
      expect(kindsIn(book, selector), shown).toEqual(kindsIn(ruleBook, selector))
    }
  }
  const joined = openRuleSets(entries.map(({ rules }) => rules))
  expect([...joined.groups.keys()].sort()).toEqual([...ruleBook.groups.keys()].sort())
})

const samples = [...ruleBook.groups.keys()]
  .flatMap((selector) => rulesFor(ruleBook, selector))
  .map((rule) => ({
    rule,
    bytes: hexToBytes(encodeCall(soundCallOf(rule.decoders[0] ?? '', rule.rule.signature))),
  }))
const damage = fc.record({
  sample: fc.constantFrom(...samples),
  chosen: fc.uniqueArray(fc.constantFrom(...entries), { minLength: 1, maxLength: 3 }),
  isNamed: fc.boolean(),
  at: fc.nat(4000),
  byte: fc.option(fc.nat(255), { freq: 2 }),
})

test('law: a verdict by some entrances is the verdict by all rules, or the function is unknown and nothing is proven', () => {
  let verdictCount = 0
  fc.assert(
    fc.property(damage, ({ sample, chosen, isNamed, at: offset, byte }) => {
      const { rule } = sample
      const owners = entries.filter(({ rules }) =>
        rules.complete.some((name) => rule.decoders.includes(name)),
      )
      const some = openRuleSets(
        (isNamed ? [...chosen, owners[0]!] : chosen).map((one) => one.rules),
      )
      const leaf = leafFor(rule, sample.bytes)
      if (leaf === null) return
      verdictCount++
      const tree = buildLeafTree([leaf])
      const bytes = Uint8Array.from(sample.bytes)
      if (byte !== null && bytes.length > 4) bytes[4 + (offset % (bytes.length - 4))] = byte
      const data = `0x${Buffer.from(bytes).toString('hex')}` as const
      const call = { target: leaf.target, decoder: leaf.decoder, data, value: 0n, position: 0 }
      const calldata = encodeManageFromTree(tree, [call])
      const [whole, part] = [ruleBook, some].map((rules) =>
        verifyCalldata(calldata, { tree, rules }),
      )
      if (some.groups.has(rule.selector)) {
        expect(part!.verdict).toBe(whole!.verdict)
        expect(reasonsOf(part!)).toEqual(reasonsOf(whole!))
      } else expect(['unproven', 'refused']).toContain(part!.verdict)
    }),
    { numRuns: runsOf(20) },
  )
  expect(verdictCount).toBeGreaterThan(0)
})

test('golden: a batch of Aave on a tree of the local chain is proven by the rules of Aave alone', async () => {
  const path = (name: string) => join(root, 'fixtures', name)
  const file = parseTreeFile(readFileSync(path('chain/trees/local-eth-main-3.json')))
  const tree = file.tree!
  const calls = JSON.parse(readFileSync(path('calls/local-eth-supply.json'), 'utf8'))
  const rules = openRuleSets([(await entryOf('aave_v3')).rules])
  const expected = calls.map((call: { value: string }) => ({ ...call, value: BigInt(call.value) }))
  const positioned = expected.map((call: Parameters<typeof matchCall>[0]) => {
    const match = matchCall(call, { tree, rules })
    return { ...call, position: match.kind === 'none' ? -1 : match.positions[0]! }
  })
  const data = encodeManageFromTree(tree, positioned)
  expect(verifyCalldata(data, { tree, rules }).ok).toBe(true)
  const otherRules = openRuleSets([(await entryOf('uniswap_v3')).rules])
  const verdict = verifyCalldata(data, { tree, rules: otherRules })
  expect([verdict.verdict, reasonsOf(verdict)]).toEqual([
    'unproven',
    [[], [expect.stringMatching(/rule_unknown/)]],
  ])
})

test('refuses: a yes that rests on leaving out a decoder that packs the same function differently', async () => {
  const { rules } = await entryOf('compound_v3')
  const decoders = rules.decoders.filter(({ decoder }) => decoder === 'CompoundV3')
  const sample = samples.find(({ rule }) => rule.signature === 'withdraw(address,uint256)')!
  const rule = rulesFor(buildRuleBook(decoders), sample.rule.selector)[0]!
  const leaf = leafFor(rule, sample.bytes)!
  const tree = buildLeafTree([leaf])
  const data = `0x${Buffer.from(sample.bytes).toString('hex')}` as const
  const call = { target: leaf.target, decoder: leaf.decoder, data, value: 0n, position: 0 }
  const calldata = encodeManageFromTree(tree, [call])
  expect(verifyCalldata(calldata, { tree, rules: buildRuleBook(decoders) }).verdict).toBe('proven')
  const verdict = verifyCalldata(calldata, { tree, rules: openRuleSets([rules]) })
  expect([verdict.verdict, reasonsOf(verdict)]).toEqual(['conditional', [['decoder_unknown']]])
})

/** A leaf that permits the sound call of a rule; null where the rule reads the chain. */
function leafFor(rule: CompiledRule, bytes: Uint8Array) {
  const outcome = packArguments(rule, bytes)
  if (!outcome.ok) return null
  return buildLeaf({
    decoder: '0x00000000000000000000000000000000000000d0',
    target: '0x00000000000000000000000000000000000000a1',
    signature: rule.signature,
    arguments: outcome.entries.map(({ address }) => address),
  })
}

function reasonsOf({ calls }: ReturnType<typeof verifyCalldata>) {
  return calls.map(({ reasons }) => reasons.map(({ reason }) => reason))
}

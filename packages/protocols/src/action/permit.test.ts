import { isSameLeaf, packArguments, rulesFor, selectorOf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import {
  type Action,
  type ActionInputValues,
  actionOf,
  type Binding,
  boundSlotsOf,
  encodeAction,
  leafOf,
  matchDroneLeaf,
  matchLeaf,
  type Pattern,
  patternsOf,
  protocols,
  ruleBook,
} from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { sentinelsOf } from './sentinel.ts'

const numRuns = runsOf(1 / 10)
const actions = protocols.flatMap((protocol) => protocol.actions)
const patterns = actions.flatMap((action) => patternsOf(action, ruleBook))
const account = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => checksumOf(`0x${Buffer.from(bytes).toString('hex')}`))

/** Values for all that a pattern binds. */
function bindingOf(pattern: Pattern): fc.Arbitrary<Binding> {
  const { parameters } = pattern.action
  const forms = new Map(
    pattern.pieces.flatMap((piece) => ('slot' in piece ? [[piece.slot, piece.form] as const] : [])),
  )
  const values = [...boundSlotsOf(pattern)].map((slot) => {
    const { kind } = parameters[slot]!
    if (kind === 'tokens') {
      const length = pattern.size ?? 0
      return [slot, fc.array(account, { minLength: length, maxLength: length })] as const
    }
    if (kind === 'network' || kind === 'integer')
      return [slot, fc.bigInt({ min: 0n, max: 2n ** 32n - 1n })] as const
    if (kind === 'word') return [slot, wordFor(forms.get(slot) ?? 'whole')] as const
    return [slot, account] as const
  })
  return fc.record(Object.fromEntries(values)) as fc.Arbitrary<Binding>
}

function wordFor(form: string) {
  return fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => {
    const digits = Buffer.from(bytes).toString('hex')
    if (form === 'low20') return `0x${'0'.repeat(24)}${digits.slice(24)}` as const
    if (form === 'first20') return `0x${digits.slice(0, 40)}${'0'.repeat(24)}` as const
    return `0x${digits}` as const
  })
}

/** Words that begin with an account begin with the one that was drawn. */
function following(action: Action, values: ActionInputValues): ActionInputValues {
  const prefixed = Object.entries(action.parameters).flatMap(([slot, parameter]) =>
    parameter.kind === 'word' && parameter.startsWith !== undefined
      ? [[slot, `${values[parameter.startsWith]}${`${values[slot]}`.slice(42)}`]]
      : [],
  )
  return { ...values, ...Object.fromEntries(prefixed) }
}

const actors = fc.record({ decoder: account, self: account, manager: account })
const place = <Value>(of: (pattern: Pattern) => fc.Arbitrary<Value>) =>
  fc.constantFrom(...patterns).chain((pattern) => of(pattern))

test.each(patterns.map((pattern) => [`${pattern.action.route} ${pattern.size ?? ''}`, pattern]))(
  'default: the leaf of %s is read back as what it was built from',
  (_, pattern) => {
    const drawn = fc.record({ binding: bindingOf(pattern as Pattern), actor: actors })
    fc.assert(
      fc.property(drawn, ({ binding, actor }) => {
        const leaf = leafOf(pattern as Pattern, binding, { ...actor, drone: null })
        const owner = { vault: actor.self, manager: actor.manager }
        const match = matchLeaf(pattern as Pattern, leaf, owner)
        expect(match?.binding).toEqual(binding)
        const drone = leafOf(pattern as Pattern, binding, { ...actor, drone: actor.self })
        expect(matchDroneLeaf(pattern as Pattern, drone, owner)?.binding).toEqual(binding)
        expect(matchLeaf(pattern as Pattern, drone, owner)).toBeNull()
      }),
      { numRuns },
    )
  },
)

test('behavior: the leaf of an action is what a decoder packs for its own call', () => {
  const drawn = place((pattern) =>
    fc.record({ pattern: fc.constant(pattern), binding: bindingOf(pattern), actor: actors }),
  )
  fc.assert(
    fc.property(drawn, ({ pattern, binding, actor }) => {
      const { action, size } = pattern
      const { values } = sentinelsOf(action, size ?? 0)
      const filled = following(action, { ...values, ...binding, ...actor })
      const data = encodeAction(action, filled)
      const packed = rulesFor(ruleBook, selectorOf(pattern.signature))
        .filter((rule) => rule.decoders.some((name) => pattern.decoders.includes(name)))
        .map((rule) => packArguments(rule, data, action.reads(filled)))
      const leaf = leafOf(pattern, binding, { ...actor, drone: null })
      const answer = packed.find((outcome) => outcome.ok)
      expect(answer?.ok ? answer.entries.map(({ address }) => address) : null).toEqual(
        leaf.arguments,
      )
    }),
    { numRuns: numRuns * 20 },
  )
})

test('behavior: a word is the same word in any letter case', () => {
  const action = actionOf('layer_zero/send')!
  const [pattern] = patternsOf(action, ruleBook)
  const [actor] = fc.sample(actors, 1)
  const word = `0x${'00'.repeat(12)}${'aBcDeF0123'.repeat(4)}` as const
  const binding = { oft: actor!.self, destination: 30110n, recipient: word }
  const lower = { ...binding, recipient: word.toLowerCase() as `0x${string}` }
  const of = (one: Binding) => leafOf(pattern!, one, { ...actor!, drone: null })
  expect(of(binding)).toEqual(of(lower))
})

test('error: another vault, target kind or value matches nothing', () => {
  const drawn = place((pattern) =>
    fc.record({ pattern: fc.constant(pattern), binding: bindingOf(pattern), actor: actors }),
  )
  fc.assert(
    fc.property(drawn, account, ({ pattern, binding, actor }, foreignAccount) => {
      const leaf = leafOf(pattern, binding, { ...actor, drone: null })
      const flipped = { ...leaf, canSendValue: !leaf.canSendValue }
      const owner = { vault: actor.self, manager: actor.manager }
      expect(matchLeaf(pattern, flipped, owner)).toBeNull()
      const named = pattern.pieces.some((piece) => 'slot' in piece && piece.slot === 'self')
      const foreign = matchLeaf(pattern, leaf, { ...owner, vault: foreignAccount })
      if (named) expect(foreign).toBeNull()
      expect(isSameLeaf(leaf, leaf)).toBe(true)
    }),
    { numRuns: numRuns * 10 },
  )
})

import type { Address } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replayOn } from '../../../../test/support/node/recorded-answers.ts'
import { accountNumber, moment, vault } from '../../../../test/support/position-fixture.ts'
import { encodeAction } from '../action/action.ts'
import { matchLeaf } from '../action/match.ts'
import { patternsOf } from '../action/pattern.ts'
import { type Binding, leafOf } from '../action/permit.ts'
import type { Exit } from '../position/exit.ts'
import type { ContractReadResult } from '../reading/reading.ts'
import { exits } from './exit-list.ts'
import { actionOf } from './protocol.ts'
import { ruleBook } from './rule-book.ts'

const manager = accountNumber(90)

function bindingOf({ identity }: Exit): Binding {
  return Object.fromEntries(identity.map((name, index) => [name, accountNumber(index + 1)]))
}

/** Answers every call with words, whatever is asked. */
function answering(words: readonly bigint[]): (to: Address, data: string) => ContractReadResult {
  const text = words.map((word) => word.toString(16).padStart(64, '0')).join('')
  return () => `0x${text}`
}

test.each(exits)(
  'law: $route is permitted by the leaf that its positions name, and encodes',
  (exit) => {
    const action = actionOf(exit.route)!
    expect(action.parameters[exit.amount]?.kind).toBe('amount')
    const binding = bindingOf(exit)
    const [pattern] = patternsOf(action, ruleBook).filter(
      ({ canSendValue }) => canSendValue === (action.sends === 'always'),
    )
    const leaf = leafOf(pattern!, binding, {
      self: vault,
      manager,
      decoder: accountNumber(91),
      drone: null,
    })
    const match = matchLeaf(pattern!, leaf, { vault, manager })
    for (const name of exit.identity) {
      if (match?.binding[name] !== undefined) expect(match.binding[name]).toBe(binding[name])
    }
    // The sixth word is the fee of a market: more than all of its interest is none.
    const words = Array.from({ length: 16 }, (_, index) =>
      index === 5 ? 0n : BigInt(accountNumber(2)),
    )
    const answer = answering(words)
    const { found: routes } = replayOn(exit.read({ holder: vault, binding }, moment), answer)
    expect(routes.length).toBeGreaterThan(0)
    for (const { values, all, most } of routes) {
      const inputs = { ...binding, ...values, self: vault, manager, [exit.amount]: all ?? most }
      const named = Object.keys(action.parameters).filter(
        (name) => inputs[name] === undefined && action.parameters[name]!.fact === undefined,
      )
      expect(named).toEqual([])
      expect(encodeAction(action, inputs)).toMatch(/^0x[0-9a-f]{8}/)
    }
  },
)

test('law: whatever accounts answer, a reader ends, and a way out is of something that is there', () => {
  const word = fc.oneof(
    fc.bigInt({ min: 0n, max: 3n }),
    fc.constant(BigInt(accountNumber(2))),
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 16 }), fc.constantFrom(...exits), (words, exit) => {
      const answer = answering(words)
      const query = { holder: vault, binding: bindingOf(exit) }
      const { found: routes, rounds } = replayOn(exit.read(query, moment), answer)
      expect(rounds).toBeLessThanOrEqual(40)
      for (const { worth, most } of routes) expect(worth > 0n && most > 0n).toBe(true)
    }),
  )
})

test.each(exits)(
  'refuses: $route of a binding that names nothing, and where nothing answers',
  (exit) => {
    const nothing = replayOn(exit.read({ holder: vault, binding: {} }, moment), () => null)
    expect([nothing.found, nothing.rounds]).toEqual([[], 0])
    const query = { holder: vault, binding: bindingOf(exit) }
    expect(replayOn(exit.read(query, moment), () => null).found).toEqual([])
    expect(replayOn(exit.read(query, moment), () => '0x').found).toEqual([])
  },
)

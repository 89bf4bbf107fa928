import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const trap = 'packages/access-control/src/answer/trap.test.ts'
const reading = 'packages/access-control/src/reading/control-reading.test.ts'
const vault = 'test/fork/proven/control/control-vault.test.ts'
const attack = 'test/fork/proven/control/control-attack.slow.test.ts'
const month = 'test/fork/proven/control/control-month.slow.test.ts'
const onVault = 'each trap of the vault Control is in its answer, within 8 round trips'
const onChain = 'what one key or none can do with the vault Control happens on the chain'

const onPlain = 'a delegated key, an unused account, and a proxy whose admin is owned by a key'

/** Each trap of who controls a vault, and the test that shows it. */
const table: readonly (readonly [trap: string, file: string, title: string])[] = [
  ['owner and authority zero', trap, 'both zero is none'],
  [
    'an authority without code',
    trap,
    'an authority without code closes a contract, but its owner gets out',
  ],
  ['a key as authority', attack, onChain],
  [
    'an authority that is its own',
    trap,
    'an authority that is its own authority gives what its own roles give',
  ],
  [
    'an authority that the vault owns',
    trap,
    'an authority that the vault owns is taken by who manages the vault',
  ],
  ['role 255', trap, 'role 255'],
  ['both overloads of manage', trap, 'each overload of manage is a way of its own'],
  ['a public enter', attack, onChain],
  ['a root without a role, and the reverse', attack, onChain],
  ['a Manager that is paused', trap, 'a pause counts only if those who manage cannot end it'],
  ['a Safe that was never set up', attack, onChain],
  [
    'Safes in a ring',
    trap,
    'Safes that own each other give nothing, and a key among them its part',
  ],
  ['an owner of two Safes', trap, 'an owner of two Safes is one key'],
  [
    'a hidden owner or module',
    reading,
    'a hidden module or owner is in no list, and is noticed in the whole storage',
  ],
  [
    'a fallback handler that the Safe has power over',
    trap,
    'a fallback handler that the Safe has power over is anybody',
  ],
  [
    'a fallback handler that is an authority',
    trap,
    'a Safe as authority answers by its fallback handler',
  ],
  ['a singleton that is not known', reading, 'a Safe whose singleton is not known is unknown code'],
  [
    'a module, and the guard of modules',
    trap,
    'a module needs no signature, and a guard does not protect',
  ],
  [
    'a timelock without delay, an open executor',
    trap,
    'a delay of zero protects nothing, and an open executor needs no second key',
  ],
  ['an extra admin of a timelock', trap, 'an extra admin proposes and executes'],
  ['a timelock that proposes to itself', trap, 'a timelock that proposes to itself is none'],
  [
    'an operation that is ready',
    attack,
    'an operation runs at its time and not a second earlier, and leaves the state that was foretold',
  ],
  ['a key that lends its account code', trap, 'code for the key alone, for anybody, and not known'],
  [
    'a delegation that no log tells',
    month,
    '40 changes of a month are all told, 3 without a log within a day, and quiet blocks tell none',
  ],
  ['a delegation taken back', reading, onPlain],
  ['an account that was never used', vault, onVault],
  ['the alias of a contract on L1', reading, onPlain],
  [
    'the admin role of timelocks 4.x',
    reading,
    'a timelock by its members, with its delay, and a member without a log noticed',
  ],
  ['a round of a Pauser that reverts, and its senders', attack, onChain],
  ['a teller with buffers', trap, 'a teller with buffers manages the vault without a root'],
  [
    'who updates the rate ends the pause',
    trap,
    'updating the rate and ending the pause together set any rate',
  ],
  ['a ProxyAdmin that a key owns', reading, onPlain],
  ['a holder of bundleTxs', trap, 'who runs bundleTxs has the powers of the deployer'],
  [
    'a drone, and an open multicall with a role',
    trap,
    'a drone obeys the vault, an open multicall anybody',
  ],
]

test('golden: each trap has a test that shows it', () => {
  const missing = table.filter(([, file, title]) => {
    const text = readFileSync(join(root, file), 'utf8')
    return !['golden', 'law'].some((kind) => text.includes(`test('${kind}: ${title}'`))
  })
  expect(missing).toEqual([])
  expect(new Set(table.map(([name]) => name)).size).toBe(table.length)
})

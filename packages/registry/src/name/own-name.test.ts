import { readFileSync } from 'node:fs'
import * as registry from '@vaultwright/registry'
import { type Abi, type AbiFunction, toFunctionSignature } from 'viem'
import { expect, test } from 'vitest'
import { isFilePresent } from '../../../../test/support/skip-unless.ts'

const facts = new URL('../../../../../shared/domain.md', import.meta.url)
const steps = new URL('../../../../../shared/data/yield-streaming.json', import.meta.url)

const { isOwnName, nameSourceOf, ownErrors, ownEvents, ownFunctions } = registry
const abis = Object.entries(registry)
  .filter(([name]) => name.endsWith('Abi'))
  .map(([, abi]) => abi as Abi)
const signatureOf = (item: Abi[number]) =>
  toFunctionSignature({ ...item, type: 'function' } as AbiFunction)
const signaturesOf = (type: 'error' | 'event' | 'function') =>
  new Set(abis.flatMap((abi) => abi.filter((item) => item.type === type).map(signatureOf)))

test.each(['error', 'event'] as const)(
  'law: the name of every %s is either stated by a source or marked as ours',
  (kind) => {
    const signatures = [...signaturesOf(kind)]
    expect(signatures.length).toBeGreaterThan(50)
    const unclear = signatures.filter(
      (signature) => (nameSourceOf(kind, signature) !== null) === isOwnName(kind, signature),
    )
    expect(unclear).toEqual([])
  },
)

test('law: every name marked as ours is a name in an ABI', () => {
  const marked = { error: ownErrors, event: ownEvents, function: ownFunctions }
  for (const [kind, signatures] of Object.entries(marked)) {
    const declared = signaturesOf(kind as keyof typeof marked)
    expect(signatures.filter((signature) => !declared.has(signature))).toEqual([])
    expect(new Set(signatures).size).toBe(signatures.length)
  }
})

test('golden: setters and events of the stream bounds, drone, teller and queue errors are marked', () => {
  for (const signature of ['setVestingTimes(uint64,uint64)', 'setMaxDeviations(uint32,uint32)']) {
    expect(isOwnName('function', signature)).toBe(true)
  }
  for (const signature of [
    'VestingTimesUpdated(uint64,uint64)',
    'MaxDeviationsUpdated(uint32,uint32)',
  ]) {
    expect(isOwnName('event', signature)).toBe(true)
  }
  for (const signature of [
    'Drone__OnlyVault()',
    'TellerWithMultiAssetSupport__DualDeposit()',
    'BoringOnChainQueue__NotMatured()',
  ]) {
    expect(isOwnName('error', signature)).toBe(true)
    expect(nameSourceOf('error', signature)).toBeNull()
  }
})

test('refuses: a stated name, another spelling and another kind are not marked as ours', () => {
  const stated = 'AccountantWithFixedRate__HighWaterMarkCannotChange()'
  expect(isOwnName('error', stated)).toBe(false)
  expect(nameSourceOf('error', stated)).toBe('BoringVault contracts')
  expect(isOwnName('error', 'Drone__OnlyVault(address)')).toBe(false)
  expect(isOwnName('event', 'Drone__OnlyVault()')).toBe(false)
  expect(nameSourceOf('error', 'Foreign()')).toBeNull()
})

test.skipIf(!isFilePresent(facts))(
  'law: the facts of the contracts hold what is stated by them, and nothing marked as ours',
  () => {
    const text = `${readFileSync(facts, 'utf8')}${readFileSync(steps, 'utf8')}`
    const isInText = (name: string) => new RegExp(`(^|[^A-Za-z])${name}([^A-Za-z]|$)`).test(text)
    // The facts state these without the prefix, or two in one word.
    const isStated = (signature: string) => {
      const name = signature.split('(')[0]!
      const short = name.replace(/^(Manager|Accountant)With\w+?__/, '')
      const era = short.replace(/^.*(?=During)/, '…').replace('UpperBound', 'Upper/LowerBound')
      return [name, short, era].some(isInText)
    }
    const { statedErrors, statedEvents } = registry
    const stated = [statedErrors, statedEvents].flatMap((one) => one['BoringVault contracts'] ?? [])
    expect(stated.filter((signature) => !isStated(signature))).toEqual([])
    const names = [...ownErrors, ...ownEvents, ...ownFunctions].map((one) => one.split('(')[0]!)
    expect(names.filter(isInText)).toEqual([])
  },
)

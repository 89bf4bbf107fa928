import { ruleBook } from '@vaultwright/protocols'
import { isOwnName } from '@vaultwright/registry'
import { encodeErrorResult, encodeEventTopics, parseAbi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { decodeLogs } from '../trace/simulated-log.ts'
import { knownErrors } from './error-list.ts'
import { knownEventOf, knownEvents } from './event-list.ts'
import { decodeRevert } from './revert.ts'

const account = '0x1111111111111111111111111111111111111111'

test('law: an error is shown under an own name only where no source states one of that selector', () => {
  let errorCount = 0
  const selectors = new Map(
    knownErrors.map(({ signature }) => [signature, toFunctionSelector(signature)]),
  )
  const stated = new Set(
    knownErrors.filter((one) => one.source !== null).map((one) => selectors.get(one.signature)),
  )
  for (const { signature, source, error } of knownErrors) {
    if (error.inputs.length > 0) continue
    errorCount++
    const selector = selectors.get(signature)!
    const isOwn = !stated.has(selector)
    expect(decodeRevert(selector)).toMatchObject({ name: error.name, isOwnName: isOwn })
    if (source !== null) expect(isOwnName('error', signature)).toBe(false)
  }
  expect(errorCount).toBeGreaterThan(10)
})

test('law: rules of decoders name errors whose names a source states, and no other', () => {
  const sources = new Map(knownErrors.map(({ error, source }) => [error.name, source]))
  const named = [...ruleBook.groups.values()].flatMap(({ rules }) =>
    rules.flatMap(({ checks }) => checks.flatMap(({ error }) => (error === null ? [] : [error]))),
  )
  expect(new Set(named).size).toBeGreaterThan(10)
  expect(named.filter((name) => typeof sources.get(name) !== 'string')).toEqual([])
})

test('golden: the errors of repaired decoders, and of stand-ins, are of our own naming', () => {
  const nameless = knownErrors.filter(
    ({ signature, source }) => source === null && !isOwnName('error', signature),
  )
  expect(nameless.map(({ error }) => error.name).sort()).toEqual([
    'AllowanceExceeded',
    'BadPathLength',
    'BytesNotEmpty',
    'CommandNotSupported',
    'ExtraArgsNotSupported',
    'FeeNotSupported',
    'FlagNotSupported',
    'GasLimitNotSupported',
    'InnerSelectorNotSupported',
    'InternalBalanceNotSupported',
    'LengthMismatch',
    'NotOneAmount',
    'NotOneOffer',
    'PlanLengthNotSupported',
    'ReceiverNotExecutor',
    'TooManyEntries',
    'ZeroAmount',
  ])
  const events = knownEvents.filter(({ source }) => source === null)
  expect(events.map(({ event }) => event.name)).toContain('VestingTimesUpdated')
})

test('golden: an own name is marked, and a stated one is not', () => {
  const drone = encodeErrorResult({ abi: parseAbi(['error Drone__OnlyVault()']) })
  expect(decodeRevert(drone)).toMatchObject({ name: 'Drone__OnlyVault', isOwnName: true })
  const paused = encodeErrorResult({
    abi: parseAbi(['error AccountantWithRateProviders__Paused()']),
  })
  expect(decodeRevert(paused)).toMatchObject({ isOwnName: false })
  const abi = parseAbi(['event ShareLockPeriodUpdated(uint64 period)', 'event Paused()'])
  const logs = decodeLogs([
    {
      address: account,
      topics: encodeEventTopics({ abi, eventName: 'ShareLockPeriodUpdated' }) as [`0x${string}`],
      data: `0x${'5'.padStart(64, '0')}`,
    },
    {
      address: account,
      topics: encodeEventTopics({ abi, eventName: 'Paused' }) as [`0x${string}`],
      data: '0x',
    },
  ])
  expect(logs.map(({ decoded }) => decoded)).toMatchObject([
    { name: 'ShareLockPeriodUpdated', isOwnName: true },
    { name: 'Paused', isOwnName: false },
  ])
})

test('refuses: a foreign selector or topic has no own name', () => {
  // The same errors as their contracts may spell them.
  const foreign = ['Drone__OnlyBoringVault()', 'Drone__OnlyVault(address)', 'BytesNotEmpty(bytes)']
  for (const signature of foreign) {
    expect(decodeRevert(toFunctionSelector(signature))).toMatchObject({ name: null })
  }
  const abi = parseAbi(['event MaximumVestDurationUpdated(uint64 duration)'])
  expect(knownEventOf(encodeEventTopics({ abi }) as string[])).toBeNull()
})

test('law: of one selector a stated name comes after an own one, so that it is the one that counts', () => {
  const last = new Map<string, string | null>()
  const stated = new Set<string>()
  for (const { signature, source } of knownErrors) {
    const selector = toFunctionSelector(signature)
    last.set(selector, source)
    if (source !== null) stated.add(selector)
  }
  for (const selector of stated) expect(last.get(selector), selector).not.toBeNull()
})

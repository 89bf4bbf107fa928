import { BaseError, type Hex, printHex } from '@vaultwright/base'
import fc from 'fast-check'
import { concatHex, encodeAbiParameters, getAddress, keccak256, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import type { SafeCall } from './call.ts'
import { decodeTimelock, type TimelockPlan, timelockPairOf } from './timelock.ts'

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size }).map(printHex)
const address = bytes(20).map((account) => getAddress(account))
const call: fc.Arbitrary<SafeCall> = fc.record({
  to: address,
  value: fc.bigInt({ min: 0n, max: 2n ** 250n }),
  data: fc.uint8Array({ maxLength: 100 }).map(printHex),
})
const plans: fc.Arbitrary<TimelockPlan> = fc.record({
  timelock: address,
  calls: fc.array(call, { minLength: 1, maxLength: 4 }),
  predecessor: bytes(32),
  salt: bytes(32),
  delaySeconds: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
})
const zero: Hex = `0x${'00'.repeat(32)}`
const plan: TimelockPlan = {
  timelock: '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2',
  calls: [{ to: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', value: 5n, data: '0x8456cb59' }],
  predecessor: zero,
  salt: zero,
  delaySeconds: 86_400n,
}

test('default', () => {
  fc.assert(
    fc.property(plans, ({ delaySeconds, timelock, ...order }) => {
      const { id, schedule, execute } = timelockPairOf({ ...order, delaySeconds, timelock })
      const isBatch = order.calls.length > 1
      const common = { ...order, id, isBatch }
      expect(decodeTimelock(schedule.data)).toEqual({ ...common, act: 'schedule', delaySeconds })
      expect(decodeTimelock(execute.data)).toEqual({
        ...common,
        act: 'execute',
        delaySeconds: null,
      })
      expect([schedule.to, execute.to, schedule.value]).toEqual([timelock, timelock, 0n])
      expect(execute.value).toBe(order.calls.reduce((sum, { value }) => sum + value, 0n))
    }),
  )
})

test('behavior: the selectors and ids are those of the TimelockController', () => {
  const [first] = plan.calls
  const pair = timelockPairOf(plan)
  const two = timelockPairOf({ ...plan, calls: [first!, first!] })
  expect([pair, two].flatMap(({ schedule, execute }) => [schedule, execute])).toMatchObject(
    ['0x01d5062a', '0x134008d3', '0x8f2a0bb0', '0xe38335e5'].map((selector) => ({
      data: expect.stringMatching(`^${selector}`),
    })),
  )
  const { to, value, data } = first!
  const single = parseAbiParameters('address, uint256, bytes, bytes32, bytes32')
  expect(pair.id).toBe(keccak256(encodeAbiParameters(single, [to, value, data, zero, zero])))
  const lists = [
    [to, to],
    [value, value],
    [data, data],
  ] as const
  const batch = parseAbiParameters('address[], uint256[], bytes[], bytes32, bytes32')
  expect(two.id).toBe(keccak256(encodeAbiParameters(batch, [...lists, zero, zero])))
})

test('law: what decodes after a flipped bit encodes to the same bytes', () => {
  fc.assert(
    fc.property(plans, fc.boolean(), fc.nat(), (some, isSchedule, place) => {
      const pair = timelockPairOf(some)
      const act = isSchedule ? 'schedule' : 'execute'
      const changed = Buffer.from(pair[act].data.slice(2), 'hex')
      const bit = place % (8 * changed.length)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      try {
        const { delaySeconds, ...call } = decodeTimelock(printHex(changed))
        const again = timelockPairOf({ ...some, ...call, delaySeconds: delaySeconds ?? 0n })
        expect(again[call.act].data).toBe(printHex(changed))
      } catch (error) {
        expect(error).toBeInstanceOf(BaseError)
      }
    }),
    { numRuns: runsOf(5) },
  )
})

test('behavior: a batch of one has another id than the call alone', () => {
  const { data } = timelockPairOf({ ...plan, calls: [...plan.calls, ...plan.calls] }).schedule
  const words = data.slice(10).match(/.{64}/g)!
  // Two entries of each list become one: heads, lengths and the offset of the payload follow.
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const head = [word(192), word(256), word(320), ...words.slice(3, 6)]
  const lists = [word(1), words[7]!, word(1), words[10]!, word(1), word(32), ...words.slice(-2)]
  const single = decodeTimelock(
    concatHex([data.slice(0, 10) as Hex, `0x${[...head, ...lists].join('')}`]),
  )
  expect(single).toMatchObject({ act: 'schedule', isBatch: true, calls: plan.calls })
  expect(single.id).not.toBe(timelockPairOf(plan).id)
})

test.each([
  ['calls', { calls: [] }],
  ['salt', { salt: '0x00' as Hex }],
  ['predecessor', { predecessor: '0x' as Hex }],
  ['delay', { delaySeconds: -1n }],
  ['value', { calls: [1, 2].map(() => ({ ...plan.calls[0]!, value: 2n ** 255n })) }],
])('error: InvalidTimelockError for a wrong %s', (field, wrong) => {
  expect(() => timelockPairOf({ ...plan, ...wrong })).toThrow(
    expect.objectContaining({
      code: 'invalid_timelock',
      facts: expect.objectContaining({ field }),
    }),
  )
})

test('error: InvalidSafeCallError for calldata that is not hex', () => {
  const calls = [{ ...plan.calls[0]!, data: '0x1' as Hex }]
  expect(() => timelockPairOf({ ...plan, calls })).toThrow(
    expect.objectContaining({ code: 'invalid_safe_call' }),
  )
})

test('error: SafeCalldataError for another function, bytes behind the end, and uneven lists', () => {
  const { data } = timelockPairOf({ ...plan, calls: [...plan.calls, ...plan.calls] }).execute
  const uneven = encodeAbiParameters(
    parseAbiParameters('address[], uint256[], bytes[], bytes32, bytes32'),
    [[plan.timelock], [1n, 2n], ['0x'], zero, zero],
  )
  const wrong: readonly Hex[] = [
    '0x8456cb59',
    concatHex([data, '0x00']),
    concatHex([data.slice(0, 10) as Hex, uneven]),
  ]
  for (const each of wrong) {
    expect(() => decodeTimelock(each)).toThrow(expect.objectContaining({ code: 'safe_calldata' }))
  }
})

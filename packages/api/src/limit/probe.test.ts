import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openProbe } from './probe.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Opens a probe of something that is away for a number of questions. */
function watch(awayFor: number) {
  const probedAtMs: number[] = []
  let back = 0
  const beganAtMs = Date.now()
  const probe = openProbe({
    ask: async () => {
      probedAtMs.push(Date.now() - beganAtMs)
      return probedAtMs.length > awayFor
    },
    onBack: () => void back++,
  })
  return { probe, probedAtMs, backCount: () => back }
}

test('law: however long it is away, it is asked until it answers, at most 2 s apart, and tells once', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 3 }), async (awayFor, starts) => {
      const { probe, probedAtMs, backCount } = watch(awayFor)
      for (let count = 0; count < starts; count++) probe.start()
      await vi.advanceTimersByTimeAsync(100 + awayFor * 2_000)
      expect(probedAtMs).toHaveLength(awayFor + 1)
      expect(backCount()).toBe(1)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(probedAtMs).toHaveLength(awayFor + 1)
      expect(backCount()).toBe(1)
      probe.close()
    }),
  ))

test('golden: the waits double up to 2 s', async () => {
  const { probe, probedAtMs } = watch(7)
  probe.start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probedAtMs).toEqual([100, 300, 700, 1_500, 3_100, 5_100, 7_100, 9_100])
  expect(vi.getTimerCount()).toBe(0)
})

test('behavior: a server that answered another caller is not probed, and is probed anew when it fails again', async () => {
  const { probe, probedAtMs, backCount } = watch(100)
  probe.start()
  await vi.advanceTimersByTimeAsync(800)
  expect(probedAtMs).toEqual([100, 300, 700])
  probe.stop()
  await vi.advanceTimersByTimeAsync(9_200)
  expect(probedAtMs).toHaveLength(3)
  probe.start()
  await vi.advanceTimersByTimeAsync(300)
  expect(probedAtMs.slice(3)).toEqual([10_100, 10_300])
  expect(backCount()).toBe(0)
  probe.close()
})

test('behavior: an answer that comes after the end counts for nothing', async () => {
  let answer: (isBack: boolean) => void = () => {}
  let back = 0
  const ask = () => new Promise<boolean>((resolve) => (answer = resolve))
  const probe = openProbe({ ask, onBack: () => void back++ })
  probe.start()
  await vi.advanceTimersByTimeAsync(100)
  probe.stop()
  answer(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(back).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('refuses: to begin again once it is closed', async () => {
  const { probe, probedAtMs } = watch(100)
  probe.start()
  probe.close()
  probe.start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probedAtMs).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

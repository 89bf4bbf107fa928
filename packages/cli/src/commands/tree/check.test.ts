import { afterEach, expect, test, vi } from 'vitest'
import { withReminder } from './check.ts'

afterEach(() => void vi.useRealTimers())

test('behavior: only a long search is remarked upon, and once', async () => {
  vi.useFakeTimers()
  const say = vi.fn()
  const after = (ms: number) =>
    new Promise<number>((resolve) => {
      setTimeout(() => resolve(ms), ms)
    })
  const quick = withReminder(after(2000), say)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await quick).toBe(2000)
  expect(say).not.toHaveBeenCalled()
  const slow = withReminder(after(20_000), say)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await slow).toBe(20_000)
  expect(say).toHaveBeenCalledOnce()
})

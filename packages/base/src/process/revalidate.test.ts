import fc from 'fast-check'
import { expect, test } from 'vitest'
import { revalidate } from './revalidate.ts'

test('law: however often it is asked, it is looked up once in its time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 30 }), async (pauses) => {
      let now = 0
      let looks = 0
      const ask = revalidate(async () => ++looks, { nowMs: () => now, maxAgeMs: 100 })
      for (const pause of pauses) {
        now += pause
        const [first, second] = await Promise.all([ask(), ask()])
        expect(first).toBe(second)
      }
      expect(looks).toBeLessThanOrEqual(1 + Math.floor(now / 100))
    }),
  )
})

test('golden: an old answer is given while a new one is looked up', async () => {
  let now = 0
  let end = (_value: string) => {}
  const ask = revalidate(() => new Promise<string>((resolve) => (end = resolve)), {
    nowMs: () => now,
    maxAgeMs: 10,
  })
  const first = ask()
  end('first')
  expect(await first).toBe('first')
  now = 11
  expect(await ask()).toBe('first')
  end('second')
  await expect.poll(ask).toBe('second')
})

test('refuses: nothing for ever: a look that failed is tried again', async () => {
  let looks = 0
  const ask = revalidate(
    async () => {
      if (++looks === 1) throw new Error('away')
      return looks
    },
    { nowMs: () => 0, maxAgeMs: 10 },
  )
  await expect(ask()).rejects.toThrow('away')
  expect(await ask()).toBe(2)
})

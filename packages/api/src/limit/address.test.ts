import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameOf, openAddressLimiter } from './address.ts'

const blocked = { limited: expect.objectContaining({ isAllowed: false, resetSeconds: 60 }) }

function open(limit: number, maxAddresses = 100) {
  let now = 0
  let lookUps = 0
  const limiter = openAddressLimiter({ limit, maxAddresses, nowMs: () => now })
  const find = (isValid: boolean) => async () => {
    lookUps++
    await Promise.resolve()
    return isValid ? 'caller' : null
  }
  return {
    limiter,
    lookUps: () => lookUps,
    wait: (ms: number) => {
      now += ms
    },
    ask: (address: string, token: string, isValid = false) =>
      limiter.guard(address, token, find(isValid)),
  }
}

test('law: however many ask at once, no more wrong keys are looked up than the limit, and every right one', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.boolean(), { maxLength: 60 }),
      async (limit, valid) => {
        const { ask, lookUps } = open(limit)
        const answers = await Promise.all(
          valid.map((isValid, at) => ask('192.0.2.1', `${at}`, isValid)),
        )
        const wrong = answers.filter((one) => 'found' in one && one.found === null).length
        const right = answers.filter((one) => 'found' in one && one.found !== null).length
        expect(wrong).toBe(Math.min(limit, valid.filter((isValid) => !isValid).length))
        expect(lookUps()).toBe(wrong + right)
        // While the address may still try, every right key is found.
        if (wrong < limit) expect(right).toBe(valid.filter((isValid) => isValid).length)
      },
    ),
  ))

test('golden: of 2,000 tries of one address 60 are looked up, and those of another are its own', async () => {
  const { ask, lookUps, wait } = open(60)
  const answers = await Promise.all(Array.from({ length: 2_000 }, (_, at) => ask('::1', `${at}`)))
  expect(lookUps()).toBe(60)
  expect(answers.filter((one) => 'limited' in one)).toHaveLength(1_940)
  expect(await ask('192.0.2.9', 'x')).toEqual({ found: null })
  wait(60_000)
  expect(await ask('::1', 'again')).toEqual({ found: null })
})

test('behavior: a key that was valid is looked up also when its address may try no others', async () => {
  const { ask } = open(2)
  expect(await ask('192.0.2.1', 'mine', true)).toEqual({ found: 'caller' })
  await ask('192.0.2.1', 'a')
  await ask('192.0.2.1', 'b')
  expect(await ask('192.0.2.1', 'c')).toEqual(blocked)
  expect(await ask('192.0.2.1', 'mine', true)).toEqual({ found: 'caller' })
  // Once it is revoked it is a key like any other.
  expect(await ask('192.0.2.1', 'mine', false)).toEqual({ found: null })
  expect(await ask('192.0.2.1', 'mine', false)).toEqual(blocked)
})

test('behavior: a look-up that fails is not a try, and delays no other request', async () => {
  const { limiter, ask } = open(1)
  const fail = async () => Promise.reject(new Error('no store'))
  const failing = limiter.guard('192.0.2.1', 'a', fail)
  const waiting = ask('192.0.2.1', 'b', true)
  await expect(failing).rejects.toThrow('no store')
  expect(await waiting).toEqual({ found: 'caller' })
})

test('behavior: only so many addresses are held', async () => {
  const { limiter, ask } = open(1, 50)
  for (let index = 0; index < 500; index++) await ask(`192.0.${index >> 8}.${index & 255}`, 'x')
  expect(limiter.size()).toBe(50)
  expect(await ask('192.0.1.243', 'x')).toEqual(blocked)
})

test('golden: a network of IPv6 counts as one address, and IPv4 is the same however it is written', () => {
  expect(nameOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(nameOf('2001:DB8:0001:2::9')).toBe('2001:db8:1:2::/64')
  expect(nameOf('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(nameOf(undefined)).toBe('closed')
  expect(nameOf('::1')).toBe('0:0:0:0::/64')
  expect(nameOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(nameOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(nameOf('192.0.2.1')).toBe('192.0.2.1')
  expect(nameOf('x'.repeat(1_000))).toHaveLength(64)
})

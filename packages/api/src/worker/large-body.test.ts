import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { maxLargeBodies, maxLargeBytes, openLargeBodies } from './large-body.ts'

const runs = { numRuns: runsOf(3) }
const longest = 33_554_432

test('law: whatever is taken and let go of, number and bytes keep to their bounds, and end at 0', () => {
  const step = fc.record({
    tenant: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    bytes: fc.nat({ max: longest }),
    lets: fc.option(fc.nat({ max: 15 })),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const bodies = openLargeBodies()
      const held: { tenant: string; bytes: number; letGo: () => void }[] = []
      for (const { tenant, bytes, lets } of steps) {
        const ownBodies = held.filter((one) => one.tenant === tenant)
        const sum = (some: typeof held) => some.reduce((total, one) => total + one.bytes, bytes)
        const isRoom =
          held.length < maxLargeBodies.ofAll &&
          ownBodies.length < maxLargeBodies.ofTenant &&
          sum(held) <= maxLargeBytes.ofAll &&
          sum(ownBodies) <= maxLargeBytes.ofTenant
        const letGo = bodies.take(tenant, bytes)
        expect(letGo !== null).toBe(isRoom)
        if (letGo !== null) held.push({ tenant, bytes, letGo })
        const gone = lets === null ? undefined : held.splice(lets, 1)[0]
        // Twice is as once.
        gone?.letGo()
        gone?.letGo()
        expect(bodies.bytes()).toBe(held.reduce((total, one) => total + one.bytes, 0))
      }
      for (const { letGo } of held) letGo()
      expect(bodies.bytes()).toBe(0)
    }),
    runs,
  )
})

test('golden: two tenants hold one of the longest each, and a third none until one is let go of', () => {
  const bodies = openLargeBodies()
  const taken = ['a', 'b'].map((tenant) => bodies.take(tenant, longest))
  expect(taken.every((one) => one !== null)).toBe(true)
  expect(bodies.bytes()).toBe(67_108_864)
  expect(bodies.take('c', 1)).toBeNull()
  taken[0]?.()
  expect(bodies.take('c', longest)).not.toBeNull()
})

test('refuses: a second of the longest and a fifth of any length of one tenant, while others have room', () => {
  const bodies = openLargeBodies()
  expect(bodies.take('a', longest)).not.toBeNull()
  expect(bodies.take('a', 1)).toBeNull()
  for (let index = 0; index < 4; index++) expect(bodies.take('b', 1_000)).not.toBeNull()
  expect(bodies.take('b', 1_000)).toBeNull()
  expect(bodies.take('c', 1_000)).not.toBeNull()
})

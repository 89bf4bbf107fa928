import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxAnswerBytes, maxCompressions, openLargeAnswers } from './large-answer.ts'
import { OverloadError } from './overload-error.ts'

const megabytes = (count: number) => Buffer.alloc(count * 1_048_576)

test('law: bytes that are held count once, and none are left when all is let go of', () => {
  const buffers = [1, 2, 3, 5].map(megabytes)
  const acts = fc.array(fc.record({ at: fc.nat(3), tenant: fc.nat(2), again: fc.boolean() }))
  fc.assert(
    fc.property(acts, (list) => {
      const answers = openLargeAnswers()
      const open: { readonly at: number; readonly letGo: () => void }[] = []
      for (const { at: bodyIndex, again } of list) {
        if (again && open.length > 0) {
          const { letGo } = open.shift()!
          letGo()
          letGo()
        } else open.push({ at: bodyIndex, letGo: answers.hold('one', buffers[bodyIndex]!) })
        const held = new Set(open.map((one) => one.at))
        const bytes = [...held].reduce((sum, one) => sum + buffers[one]!.byteLength, 0)
        expect(answers.bytes()).toBe(bytes)
      }
      for (const { letGo } of open) letGo()
      expect(answers.bytes()).toBe(0)
    }),
  )
})

test('refuses: more bytes than a tenant may have, and than all may', () => {
  const answers = openLargeAnswers()
  const bodies = [...Array(8)].map(() => megabytes(4))
  const letGo = bodies.map((answer) => answers.hold('one', answer))
  expect(() => answers.hold('one', megabytes(1))).toThrow(OverloadError)
  // The same bytes are held already.
  answers.hold('one', bodies[0]!)()
  for (const tenant of ['two', 'three', 'four']) answers.hold(tenant, megabytes(32))
  expect(answers.bytes()).toBe(maxAnswerBytes.ofAll)
  answers.hold('five', Buffer.alloc(0))
  expect(() => answers.hold('five', megabytes(1))).toThrow(OverloadError)
  letGo[0]!()
  answers.hold('five', megabytes(4))
  // One alone is sent, however large it is.
  openLargeAnswers().hold('one', megabytes(40))
})

test('law: the same bytes are compressed once, of a tenant two answers at once, of all four', async () => {
  let running = 0
  let most = 0
  const calls: Buffer[] = []
  const ends: (() => void)[] = []
  const answers = openLargeAnswers(async (bytes) => {
    calls.push(bytes)
    running++
    most = Math.max(most, running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
    return bytes.subarray(0, 1)
  })
  const [shared, ...furtherBodies] = Array.from({ length: 10 }, () => megabytes(1))
  const compressions = [...Array(60)].map(() => answers.compress('one', shared!))
  compressions.push(...furtherBodies.map((answer) => answers.compress('one', answer)))
  await new Promise(setImmediate)
  expect(running).toBe(maxCompressions.ofTenant)
  const more = ['two', 'three', 'four'].flatMap((tenant) =>
    [1, 2, 3].map(() => answers.compress(tenant, megabytes(1))),
  )
  const all = Promise.all([...compressions, ...more])
  let isDone = false
  void all.then(() => {
    isDone = true
  })
  while (!isDone) {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  expect(most).toBe(maxCompressions.ofAll)
  expect(calls).toHaveLength(10 + 9)
  expect(await compressions[0]).toBe(await compressions[59])
})

test('refuses: more answers of a tenant than may wait', async () => {
  const answers = openLargeAnswers(() => new Promise(() => {}))
  const compressions = [...Array(131)].map(() => answers.compress('one', Buffer.alloc(1)))
  await expect(compressions[130]).rejects.toBeInstanceOf(OverloadError)
})

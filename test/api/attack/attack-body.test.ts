import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMemoryLimiter } from '../../../packages/api/src/limit/memory.ts'
import { openTestApi, type TestApi } from '../support/harness.ts'
import { listen, openRawConnection, type RawConnection } from '../support/talk.ts'

let api: TestApi
let port: number

beforeAll(async () => {
  api = await openTestApi()
  port = (await listen(api)).port
})
afterAll(() => api.close())

const begin = async (key: string, there = port): Promise<RawConnection> => {
  const talk = await openRawConnection(there)
  const head = ['POST /v1/trees HTTP/1.1', 'Host: h', `Authorization: Bearer ${key}`]
  talk.say(
    `${[...head, 'Content-Type: application/json', 'Content-Length: 9'].join('\r\n')}\r\n\r\n{"a"`,
  )
  return talk
}

test('behavior: a tenant holds four large bodies at once, and no other tenant waits for it', async () => {
  const key = await api.keyOf('curator')
  const otherKey = await (await api.addTenant('globex')).keyOf('curator')
  const held = await Promise.all(Array.from({ length: 4 }, () => begin(key)))
  // Each is asked for in turn: the fifth comes after what was said before it.
  await new Promise((resolve) => setTimeout(resolve, 200))
  const fifth = await begin(key)
  expect(await fifth.hear(/\r\n\r\n\{.*\}$/s)).toMatch(/^HTTP\/1\.1 503 .*retry-after: /is)
  const foreign = await begin(otherKey)
  foreign.say(':1}  ')
  expect(await foreign.hear(/\r\n\r\n\{.*\}$/s)).toMatch(/^HTTP\/1\.1 422 /)
  for (const talk of held) talk.say(':1}  ')
  for (const talk of held) await talk.hear(/HTTP\/1\.1 422 /)
  const next = await begin(key)
  next.say(':1}  ')
  expect(await next.hear(/\r\n\r\n\{.*\}$/s)).toMatch(/^HTTP\/1\.1 422 /)
  for (const talk of [...held, fifth, foreign, next]) talk.socket.destroy()
})

test('behavior: who hangs up before the gate has let in holds nothing', async () => {
  const limiter = openMemoryLimiter(() => performance.now())
  const slow = await openTestApi({
    limiter: {
      ...limiter,
      take: async (...asked) => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        return limiter.take(...asked)
      },
    },
  })
  const there = (await listen(slow)).port
  const key = await slow.keyOf('curator')
  const gone = await Promise.all(Array.from({ length: 4 }, () => begin(key, there)))
  await new Promise((resolve) => setTimeout(resolve, 30))
  for (const talk of gone) talk.socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 200))
  const next = await begin(key, there)
  next.say(':1}  ')
  expect(await next.hear(/\r\n\r\n\{.*\}$/s)).toMatch(/^HTTP\/1\.1 422 /)
  next.socket.destroy()
  await slow.close()
})

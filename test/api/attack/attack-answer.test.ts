import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type LargeAnswers,
  maxCompressions,
  openLargeAnswers,
} from '../../../packages/api/src/limit/large-answer.ts'
import { type DemoWorld, openDemoWorld } from '../support/demo-world.ts'
import { everyOperation, urlOf } from '../support/operation-url.ts'

/** As many as a key may ask in a minute, all at once. */
const times = 60

let world: DemoWorld
let answers: LargeAnswers
let compressed = 0
let running = 0
let maxRunning = 0

beforeAll(async () => {
  answers = openLargeAnswers(async (bytes) => {
    compressed++
    running++
    maxRunning = Math.max(maxRunning, running)
    try {
      return await promisify(gzip)(bytes)
    } finally {
      running--
    }
  })
  world = await openDemoWorld({ answers })
})
afterAll(() => world.close())

async function askAtOnce(operation: (typeof everyOperation)[number][1]) {
  compressed = 0
  maxRunning = 0
  const { method, role, body } = operation
  const headers = { ...(await world.as(role)), 'accept-encoding': 'gzip' }
  const ask = () =>
    world.api.app.inject({
      method,
      url: urlOf(world, operation),
      headers: { ...headers, ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { payload: '{"skip_sim":true}' }),
    })
  return Promise.all(Array.from({ length: times }, ask))
}

test.each(everyOperation)(
  'law: 60 answers of %s at once are compressed two at a time, and nothing is held afterwards',
  async (_, operation) => {
    const givenAnswers = await askAtOnce(operation)
    const { failures } = operation
    const documented = new Set([200, 503, ...failures.map(({ status }) => status)])
    for (const { statusCode } of givenAnswers) expect(documented).toContain(statusCode)
    const large = givenAnswers.filter(
      ({ statusCode, headers }) => statusCode === 200 && headers['content-encoding'] === 'gzip',
    )
    expect(compressed).toBeLessThanOrEqual(large.length)
    expect(maxRunning).toBeLessThanOrEqual(maxCompressions.ofTenant)
    await expect.poll(() => answers.bytes()).toBe(0)
  },
)

test('golden: 60 answers of a tree on chain are one text, compressed once', async () => {
  const operation = everyOperation.find(([name]) => name === 'getTree')![1]
  const first = await askAtOnce(operation)
  const texts = new Set(first.map(({ rawPayload }) => gunzipSync(rawPayload).toString()))
  expect([texts.size, first[0]!.headers['content-encoding']]).toEqual([1, 'gzip'])
  expect(compressed).toBeLessThanOrEqual(1)
  await askAtOnce(operation)
  expect(compressed).toBe(0)
})

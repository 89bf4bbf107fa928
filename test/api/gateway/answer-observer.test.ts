import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApi, testConfig } from '../support/harness.ts'
import { addMadeUp } from '../support/made-up.ts'
import { listen } from '../support/talk.ts'

/** All tests of the service. */
const rooms = join(import.meta.dirname, '..')

/** Files that make a service without the harness, and so without its watch. */
const unwatched: Readonly<Record<string, string>> = {
  'support/harness.ts': 'the harness: it watches what it makes',
  'attack/attack-process.ts': 'is a process of its own; what it answers is held by status',
  'gateway/gateway-server.test.ts':
    'starts and ends the process itself; the answers are those of the app',
  'gateway/gateway-readiness.test.ts':
    'starts the process in wrong worlds, and asks for its health',
}

test('default: every service of these tests is made by the harness', () => {
  const files = (readdirSync(rooms, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => {
      const text = readFileSync(join(rooms, name), 'utf8')
      return /\b(buildApp|openServer|fastify)\(/.test(text)
    })
  expect(files.toSorted()).toEqual(Object.keys(unwatched).toSorted())
})

test('behavior: an answer that no document knows fails the test that closes the service', async () => {
  const config = { ...testConfig, checkResponses: false }
  for (const wayOf of ['injected', 'fetched'] as const) {
    const api = await openTestApi({ config })
    // The document knows the path with another body.
    addMadeUp(api, async () => ({ text: '{"data":7}' }))
    const headers = { ...(await api.as('viewer')), 'content-type': 'application/json' }
    if (wayOf === 'injected') {
      await api.app.inject({ method: 'POST', url: '/v1/made-up', headers, payload: '{}' })
    } else {
      const { url } = await listen(api)
      await fetch(`${url}/v1/made-up`, { method: 'POST', headers, body: '{}' })
    }
    await expect(api.close()).rejects.toThrow('/v1/made-up → 200')
  }
})

test('behavior: an answer before any route is watched too', async () => {
  const api = await openTestApi()
  const { url } = await listen(api)
  for (const path of ['/v1/%zz', '/v1/nothing', '/v1'])
    expect((await fetch(`${url}${path}`)).status).toBe(401)
  await api.close()
})

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  codingFor,
  compressedFrom,
  takesGzip,
} from '../../../packages/api/src/answer/compression.ts'
import { localEth, main, seedLocalVault } from '../support/builder-world.ts'
import { openTestApi, type TestApi } from '../support/harness.ts'
import { listen } from '../support/talk.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>
let url: string

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('admin')
  await seedLocalVault(api.store, api.tenant.id)
  url = (await listen(api)).url
})
afterAll(() => api.close())

const ask = (path: string, coding: string, more: Readonly<Record<string, string>> = {}) =>
  api.app.inject({ url: path, headers: { ...headers, 'accept-encoding': coding, ...more } })
const treePath = () => {
  const { root } = localEth.strategists.find(({ address }) => address === main)!
  return `/v1/trees/${root}`
}

test('law: a large answer is the same bytes, compressed and not, in whatever order they are asked for', async () => {
  const path = treePath()
  const plain = await ask(path, 'identity')
  expect(Buffer.byteLength(plain.body)).toBeGreaterThan(compressedFrom)
  for (const coding of ['gzip', 'identity', 'x-gzip', 'gzip, br', 'identity', '*', 'gzip']) {
    // Over a connection, where answers are given again.
    const answer = await fetch(`${url}${path}`, {
      headers: { ...headers, 'accept-encoding': coding },
    })
    expect(answer.headers.get('content-encoding')).toBe(coding === 'identity' ? null : 'gzip')
    expect(answer.headers.get('vary')).toContain('Accept-Encoding')
    expect(await answer.text()).toBe(plain.body)
  }
})

test('golden: the tag of a compressed answer is weak, and known all the same', async () => {
  const path = treePath()
  const [zipped, plain] = [await ask(path, 'gzip'), await ask(path, 'identity')]
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  expect(zipped.headers.etag).toBe(`W/${plain.headers.etag}`)
  const again = await ask(path, 'gzip', { 'if-none-match': String(zipped.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(again.headers.etag).toBe(zipped.headers.etag)
  const notModified = await ask(path, 'gzip', { 'if-none-match': String(plain.headers.etag) })
  expect([notModified.statusCode, notModified.headers.etag]).toEqual([304, plain.headers.etag])
})

test('golden: what never changes is there in brotli and gzip', async () => {
  // Of JSON a sixth is left, of sentences a little less than a half.
  for (const [path, share] of [
    ['/openapi.json', 1 / 3],
    ['/llms.txt', 1 / 2],
  ] as const) {
    const plain = await ask(path, 'identity')
    const [br, gzip] = [await ask(path, 'gzip, br'), await ask(path, 'gzip')]
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([
      'br',
      'gzip',
    ])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length * share)
  }
})

test('refuses: small answers, codings that are refused, and bodies that are compressed', async () => {
  const small = await ask('/v1/tx-builder/health', 'gzip')
  expect(small.headers['content-encoding']).toBeUndefined()
  const refused = await ask(treePath(), 'gzip;q=0')
  expect(refused.headers['content-encoding']).toBeUndefined()
  // Nothing that there is would do: the answer as it is, never none, and never one that the client did not name.
  for (const coding of ['identity;q=0', 'zstd', 'gzip;q=0, identity;q=0', ';;,', '*;q=0'])
    for (const path of [treePath(), '/openapi.json', '/docs/reference.js']) {
      const answer = await ask(path, coding)
      expect([path, coding, answer.statusCode]).toEqual([path, coding, 200])
      expect(answer.headers['content-encoding']).toBeUndefined()
    }
  const body = await api.app.inject({
    method: 'POST',
    url: '/v1/admin/users',
    payload: '{}',
    headers: { ...headers, 'content-type': 'application/json', 'content-encoding': 'gzip' },
  })
  expect(body.statusCode).toBe(422)
})

test('law: gzip is taken where it is named and not refused', () => {
  const otherCoding = fc.constantFrom<string>('br', 'deflate', 'identity', 'zstd;q=0.5', 'gzipped')
  fc.assert(
    fc.property(fc.array(otherCoding), fc.nat({ max: 3 }), (others, at) => {
      const header = (one: string) => others.toSpliced(at, 0, one).join(', ')
      for (const coding of ['gzip', 'GZIP', 'gzip;q=0.1', 'gzip; q=1.0', 'x-gzip', '*'])
        expect(takesGzip(header(coding))).toBe(true)
      for (const coding of ['gzip;q=0', 'gzip; q=0.0'])
        expect(takesGzip(header(coding))).toBe(false)
      expect(takesGzip(others.join())).toBe(false)
      expect(codingFor(others.join())).toBe(others.includes('br') ? 'br' : null)
    }),
  )
})

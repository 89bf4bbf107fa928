import { openEnvReader } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { openNamedSafeServices } from './from-environment.ts'

const requests: { readonly url: string; readonly headers: Headers }[] = []
const platform = {
  fetch: async (url: string, init: RequestInit) => {
    requests.push({ url, headers: new Headers(init.headers) })
    return Response.json({ count: 0, next: null, results: [] })
  },
  wait: async () => {},
}
const opened = (variables: Readonly<Record<string, string>>) => {
  const reader = openEnvReader(variables)
  return { reader, ...openNamedSafeServices(reader, platform) }
}
const safe = `0x${'1'.repeat(40)}` as const

test('default: without SAFE_SERVICES no service is ever asked', () => {
  expect(opened({}).servicesOf(1)).toEqual([])
  expect(opened({ SAFE_SERVICE_KEY: 'secret' }).servicesOf(1)).toEqual([])
})

test('golden: a service without a URL is the public one of each chain that has one, opened once', () => {
  const { servicesOf, reader } = opened({ SAFE_SERVICES: 'transaction, queue' })
  expect(servicesOf(1).map(({ name }) => name)).toEqual(['transaction service', 'queue service'])
  expect(servicesOf(1)[0]).toBe(servicesOf(1)[0])
  expect(servicesOf(31337)).toEqual([])
  expect(reader.problems).toEqual([])
})

test('law: a URL is asked for the chain that is named and for no other, with the key in a header alone', async () => {
  const { servicesOf } = opened({
    SAFE_SERVICES: 'local:transaction=http://127.0.0.1:1/api,base:queue',
    SAFE_SERVICE_KEY: 'secret',
  })
  expect(servicesOf(1)).toEqual([])
  expect(servicesOf(8453).map(({ name }) => name)).toEqual(['queue service'])
  requests.length = 0
  await servicesOf(31337)[0]!.list(safe, 7n)
  expect(requests.map(({ url }) => new URL(url).origin)).toEqual(['http://127.0.0.1:1'])
  expect(requests[0]!.url).not.toContain('secret')
  expect([...requests[0]!.headers.values()].join()).toContain('secret')
})

test('refuses: other words, an unknown chain, a URL without a chain, and one with a password, without its value', () => {
  const words = [
    'squads',
    'transaction=https://safe.example',
    'nowhere:queue',
    'mainnet:transaction=ftp://safe.example',
    'mainnet:transaction=https://user:hidden@safe.example',
    'transaction,,queue',
  ]
  for (const SAFE_SERVICES of words) {
    const { reader, servicesOf } = opened({ SAFE_SERVICES })
    expect(
      reader.problems.map(({ name }) => name),
      SAFE_SERVICES,
    ).toEqual(['SAFE_SERVICES'])
    expect(JSON.stringify(reader.problems)).not.toContain('hidden')
    expect(servicesOf(1)).toEqual([])
  }
})

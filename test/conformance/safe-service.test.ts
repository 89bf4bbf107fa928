import { openQueueService, openTransactionService } from '@vaultwright/safe-service'
import { expect, test } from 'vitest'
import type { StandIn } from '../support/service/safe/stand-in.ts'
import { testSafeService } from '../support/service/safe/suite.ts'

const settingsOf = ({ fetch }: Pick<StandIn, 'fetch'>) => ({
  fetch,
  url: 'http://127.0.0.1/api/',
  key: null,
  chainId: 1,
  wait: async () => {},
})

testSafeService('transaction service', (standIn) => openTransactionService(settingsOf(standIn)))
testSafeService('queue service', (standIn) => openQueueService(settingsOf(standIn)))

test('golden: the key goes into a header, and the public services are named by chain', async () => {
  const sent: (readonly [string, string | null])[] = []
  const fetch = async (url: string, { headers }: RequestInit) => {
    sent.push([new URL(url).href.split('?')[0]!, new Headers(headers).get('authorization')])
    return Response.json({ count: 0, next: null, results: [] })
  }
  const safe = '0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3'
  const settings = { ...settingsOf({ fetch }), url: null, key: 'secret' }
  await openTransactionService({ ...settings, chainId: 8453 }).list(safe, 0n)
  await openQueueService({ ...settings, scheme: 'Token' }).list(safe, 0n)
  expect(sent).toEqual([
    [
      `https://api.safe.global/tx-service/base/api/v2/safes/${safe}/multisig-transactions/`,
      'Bearer secret',
    ],
    ['https://api.safe.global/queue/api/v1/multisig-transactions/queue', 'Token secret'],
  ])
  expect(() => openTransactionService({ ...settings, chainId: 252 })).toThrow(/no public Safe/)
})

test('refuses: a refusal that repeats the key', async () => {
  const fetch = async () => Response.json({ detail: 'key secret is wrong' }, { status: 403 })
  const service = openTransactionService({ ...settingsOf({ fetch }), key: 'secret' })
  const failure = await service.confirm(`0x${'11'.repeat(32)}`, '0x').catch((error) => error)
  expect(failure).toMatchObject({ code: 'safe_service_refused', status: 403 })
  expect(failure.message).not.toContain('secret')
})

import type { Hex } from '@vaultwright/base'
import {
  delegateTypedDataOf,
  deletionTypedDataOf,
  parseServiceEntry,
  safeTypedDataOf,
} from '@vaultwright/safe'
import type { SafeService } from '@vaultwright/safe-service'
import { describe, expect, test } from 'vitest'
import {
  delegate,
  foreigner,
  makeSafe,
  owners,
  permitted,
  post,
  signTyped,
  transactionOf,
} from './made-safe.ts'
import type { StandIn, StandInFault } from './stand-in.ts'

/** An adapter on a stand-in. */
export type SafeServiceFixture = (standIn: StandIn) => SafeService

/**
 * Tests that an adapter is a Safe's service: what the port promises, and nothing else.
 *
 * @param name - the adapter.
 * @param make - opens it on a stand-in.
 */
export function testSafeService(name: string, make: SafeServiceFixture): void {
  describe(name, () => {
    test('law: what was proposed, confirmed and withdrawn is what is listed', async () => {
      const { account, standIn } = makeSafe()
      const service = make(standIn)
      const { safe } = account
      const transaction = transactionOf([permitted], account, 8n)
      const hash = await post(service, account, { transaction, signers: [owners[0]!] })
      const listed = await service.list(safe, 7n)
      const [entry] = listed.rows.map(parseServiceEntry)
      expect(listed).toMatchObject({ count: 1, isCut: false })
      expect(entry).toMatchObject({ safe, transaction, statedHash: hash, isTrusted: true })
      const second = await signTyped(owners[1]!, safeTypedDataOf(transaction, account))
      await service.confirm(hash, second)
      const { confirmations } = parseServiceEntry(await service.get(hash))
      expect(confirmations.map(({ owner }) => owner)).toEqual(
        owners.slice(0, 2).map((key) => key.address),
      )
      expect((await service.list(safe, 9n)).rows).toEqual([])
      const terms = { safe, hash, chainId: 1, atUnix: Math.floor(Date.now() / 1_000) }
      await service.withdraw(safe, hash, await signTyped(owners[0]!, deletionTypedDataOf(terms)))
      expect(await service.get(hash)).toBeNull()
      expect((await service.list(safe, 7n)).count).toBe(0)
      expect(service.usage().requests).toBe(standIn.requests.length)
    })

    test('law: a delegate is named twice as once, and may propose and not confirm', async () => {
      const { account, standIn } = makeSafe()
      const service = make(standIn)
      const atUnix = Math.floor(Date.now() / 1_000)
      const data = delegateTypedDataOf({ delegate: delegate.address, chainId: 1, atUnix })
      const draft = {
        safe: account.safe,
        delegate: delegate.address,
        delegator: owners[0]!.address,
        label: 'desk',
        expiresAt: null,
        signature: await signTyped(owners[0]!, data),
      }
      await service.addDelegate(draft)
      await service.addDelegate(draft)
      expect(await service.delegates(account.safe)).toEqual([
        { delegate: delegate.address, delegator: owners[0]!.address, label: 'desk' },
      ])
      const transaction = transactionOf([permitted], account, 7n)
      const hash = await post(service, account, { transaction, signers: [delegate] })
      const entry = parseServiceEntry(await service.get(hash))
      expect(entry).toMatchObject({ proposedByDelegate: delegate.address, confirmations: [] })
      const signature = await signTyped(delegate, safeTypedDataOf(transaction, account))
      await expect(service.confirm(hash, signature)).rejects.toMatchObject({
        code: 'safe_service_refused',
      })
    })

    test('refuses: a stranger, a hash that is not of the fields, and an unknown entry', async () => {
      const { account, standIn } = makeSafe()
      const service = make(standIn)
      const transaction = transactionOf([permitted], account, 7n)
      await expect(
        post(service, account, { transaction, signers: [foreigner] }),
      ).rejects.toMatchObject({
        code: 'safe_service_refused',
        status: expect.any(Number),
      })
      const hash: Hex = `0x${'12'.repeat(32)}`
      const { safe } = account
      const sender = owners[0]!.address
      const signature = await signTyped(owners[0]!, safeTypedDataOf(transaction, account))
      const proposal = { safe, transaction, hash, sender, signature, origin: '' }
      await expect(service.propose(proposal)).rejects.toMatchObject({
        code: 'safe_service_refused',
      })
      expect(await service.get(hash)).toBeNull()
    })

    test.each(brokenAnswers)('refuses: %s', async (_, fault, code) => {
      const { account, standIn } = makeSafe()
      standIn.fault = fault
      await expect(make(standIn).list(account.safe, 7n)).rejects.toMatchObject({ code })
      expect(standIn.requests.length).toBeLessThan(5)
    })

    test('refuses: pages without end, of which no link is followed', async () => {
      const { account, standIn } = makeSafe()
      const rows = Array.from({ length: 150 }, () => ({ nonce: '9' }))
      standIn.fault = (reply) => ({
        ...reply,
        body: { count: 10_000, next: 'http://elsewhere.example/api', results: rows },
      })
      const list = await make(standIn).list(account.safe, 7n)
      expect([list.rows.length, list.isCut]).toEqual([500, true])
      expect(standIn.requests).toHaveLength(5)
      expect(new Set(standIn.requests).size).toBe(1)
    })
  })
}

const raw =
  (text: string): StandInFault =>
  (reply) => ({ ...reply, raw: text })
const brokenAnswers: readonly (readonly [string, StandInFault, string])[] = [
  ['a page of HTML', raw('<html>Just a moment</html>'), 'safe_service_answer_invalid'],
  ['a key twice', raw('{"results":[],"results":[]}'), 'safe_service_answer_invalid'],
  ['a list that is an object', raw('{"count":1,"results":{}}'), 'safe_service_answer_invalid'],
  ['9 MiB', raw(`{"results":[],"x":"${'a'.repeat(9 * 2 ** 20)}"}`), 'safe_service_answer_invalid'],
  [
    'a redirect to another host',
    () => ({ status: 302, headers: { location: 'http://elsewhere.example/' } }),
    'safe_service_unavailable',
  ],
  ['a Safe that it does not know', () => ({ status: 404 }), 'safe_service_refused'],
  ['a rate limit that stays', () => ({ status: 429 }), 'safe_service_unavailable'],
  ['a failure', () => ({ status: 500 }), 'safe_service_unavailable'],
]

import type { Hex } from '@vaultwright/base'
import type { Store } from '@vaultwright/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import {
  addressOf,
  by,
  makeTenantVault,
  type StoreCase,
  strategists,
  ticking,
} from './store-fixture.ts'

type SafeRef = Parameters<Store['safeQueues']['entries']>[1]
type Draft = Parameters<Store['safeQueues']['keep']>[2]['entries'][number]

const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const signatureOf = (number: number): Hex => `0x${number.toString(16).padStart(130, 'a')}`
const signedBy = (...owners: readonly number[]) =>
  owners.map((owner) => ({ owner: addressOf(owner), signature: signatureOf(owner) }))
const draftOf = (number: number, nonce: bigint, owners: readonly number[] = []): Draft => ({
  hash: hashOf(number),
  nonce,
  body: JSON.stringify({ number, text: 'ü' }),
  signatures: signedBy(...owners),
})
const highest = 2n ** 256n - 1n
const dayInSeconds = 86_400n

/** Queues of Safes, statements, proposals, and whose turn a Safe is. */
export const safeCases: readonly StoreCase[] = [
  {
    name: 'law: the last look at a Safe stays, whichever is written last, and is of one tenant',
    run: async ({ store }) => {
      const { tenant, safeRef } = await makeTenantSafe(store)
      const { safeQueues } = store
      expect(await safeQueues.findLook(tenant.id, safeRef)).toBeNull()
      const looks = [
        { account: '["ü"]', atUnix: 5n },
        { account: '["later"]', atUnix: 9n },
        { account: '["late"]', atUnix: 7n },
      ]
      for (const look of looks) await safeQueues.putLook(tenant.id, safeRef, look)
      expect(await safeQueues.findLook(tenant.id, safeRef)).toEqual(looks[1])
      const foreign = await store.tenants.create({ name: 'foreign-look' }, by)
      expect(await safeQueues.findLook(foreign.id, safeRef)).toBeNull()
    },
  },
  {
    name: 'law: entries and signatures stay while their nonce is open, listed or not, in order of nonce',
    run: async ({ store }) => {
      const { tenant, safeRef } = await makeTenantSafe(store)
      const nonces = fc.array(fc.bigInt({ min: 0n, max: highest - 1n }), {
        minLength: 1,
        maxLength: 6,
      })
      await fc.assert(
        fc.asyncProperty(nonces, fc.nat(5), async (list, index) => {
          const drafts = list.map((nonce, number) => draftOf(number, nonce, [number]))
          const look = { openNonce: 0n, atUnix: 1n }
          await store.safeQueues.keep(tenant.id, safeRef, { ...look, entries: drafts })
          const openNonce = list[index % list.length]!
          await store.safeQueues.keep(tenant.id, safeRef, { openNonce, atUnix: 2n, entries: [] })
          const entries = await store.safeQueues.entries(tenant.id, safeRef)
          const open = drafts.filter(({ nonce }) => nonce >= openNonce)
          const byNonce = open.toSorted((first, second) =>
            first.nonce === second.nonce ? 0 : first.nonce < second.nonce ? -1 : 1,
          )
          const marks = { firstSeenAtUnix: 1n, listedAtUnix: 1n }
          expect(entries).toEqual(byNonce.map((draft) => ({ ...draft, ...marks })))
          const end = { entries: [draftOf(99, 0n)], openNonce: highest, atUnix: 3n }
          await store.safeQueues.keep(tenant.id, safeRef, end)
          expect(await store.safeQueues.entries(tenant.id, safeRef)).toEqual([])
        }),
        { numRuns: 5, examples: [[[9n, 10n, 100n, 10n], 1]] },
      )
    },
  },
  {
    name: 'default: a signature is kept once an owner, the first stays, and an unsigned entry goes after thirty days',
    run: async ({ store }) => {
      const { tenant, safeRef } = await makeTenantSafe(store)
      const { keep, addSignature, entries } = store.safeQueues
      const list = [draftOf(1, 5n, [1]), draftOf(2, 6n)]
      await keep(tenant.id, safeRef, { entries: list, openNonce: 5n, atUnix: 10n })
      const [first, second] = signedBy(1, 2)
      const laterSignature = { owner: first!.owner, signature: signatureOf(99) }
      await keep(tenant.id, safeRef, {
        entries: [{ ...list[0]!, body: '{"later":1}', signatures: [laterSignature] }],
        openNonce: 5n,
        atUnix: 20n,
      })
      expect(await addSignature(tenant.id, safeRef, { ...second!, hash: hashOf(1) })).toBe(true)
      expect(await addSignature(tenant.id, safeRef, { ...second!, hash: hashOf(9) })).toBe(false)
      const [signed, unsigned] = await entries(tenant.id, safeRef)
      expect(signed).toMatchObject({ body: '{"later":1}', firstSeenAtUnix: 10n, listedAtUnix: 20n })
      expect(new Set(signed?.signatures)).toEqual(new Set([first, second]))
      expect(unsigned).toMatchObject({ hash: hashOf(2), listedAtUnix: 10n, signatures: [] })
      const look = { entries: [], openNonce: 5n }
      await keep(tenant.id, safeRef, { ...look, atUnix: 9n + 30n * dayInSeconds })
      expect(await entries(tenant.id, safeRef)).toHaveLength(2)
      await keep(tenant.id, safeRef, { ...look, atUnix: 10n + 365n * dayInSeconds })
      expect(await entries(tenant.id, safeRef)).toEqual([signed])
    },
  },
  {
    name: 'law: nothing of a Safe is there for another tenant, chain or Safe, and only strategists are Safes of a tenant',
    run: async ({ store }) => {
      const { tenant, safeRef, vaultRef } = await makeTenantSafe(store)
      const otherTenant = await makeTenantVault(store)
      const queues = store.safeQueues
      const look = { entries: [draftOf(1, 1n, [1])], openNonce: 0n, atUnix: 1n }
      await queues.keep(tenant.id, safeRef, look)
      const listing = { service: 's', readAtUnix: 1n, quotaRemaining: 7n, body: '[]' }
      await queues.putListing(tenant.id, safeRef, listing)
      const statement = { hash: hashOf(1), createdAtUnix: 1n, body: '{}' }
      await queues.putStatement(tenant.id, safeRef, statement)
      await queues.putStatement(tenant.id, safeRef, { ...statement, body: 'other' })
      const proposal = { event: 'posted', intentHash: hashOf(2), hash: hashOf(1), nonce: highest }
      await queues.noteProposal(tenant.id, safeRef, { ...proposal, atUnix: 1n })
      await queues.noteProposal(tenant.id, safeRef, { ...proposal, event: 'withdrawn', atUnix: 1n })
      const elsewhere: readonly (readonly [string, SafeRef])[] = [
        [otherTenant.tenant.id, safeRef],
        [tenant.id, { ...safeRef, chain: 'base' }],
        [tenant.id, { ...safeRef, safe: strategists[1] }],
      ]
      const [signed] = signedBy(2)
      for (const [tenantId, place] of elsewhere) {
        expect(await queues.entries(tenantId, place)).toEqual([])
        expect(await queues.listings(tenantId, place)).toEqual([])
        expect(await queues.findStatement(tenantId, place, hashOf(1))).toBeNull()
        expect(await queues.proposals(tenantId, place)).toEqual([])
        const foreign = { ...signed!, hash: hashOf(1) }
        expect(await queues.addSignature(tenantId, place, foreign)).toBe(false)
        await queues.keep(tenantId, place, { entries: [], openNonce: 9n, atUnix: 9n })
      }
      expect(await queues.entries(tenant.id, safeRef)).toHaveLength(1)
      expect(await queues.listings(tenant.id, safeRef)).toEqual([listing])
      expect(await queues.findStatement(tenant.id, safeRef, hashOf(1))).toEqual(statement)
      const proposals = await queues.proposals(tenant.id, safeRef)
      expect(proposals.map(({ event }) => event)).toEqual(['posted', 'withdrawn'])
      expect(proposals[0]).toEqual({ ...proposal, atUnix: 1n })
      expect(await queues.vaultsOf(tenant.id, safeRef)).toEqual([vaultRef])
      expect(await queues.vaultsOf(tenant.id, { ...safeRef, safe: addressOf(77) })).toEqual([])
      expect(await queues.vaultsOf(tenant.id, { ...safeRef, chain: 'nowhere' })).toEqual([])
    },
  },
  {
    name: 'default: an older look does not replace a newer listing, and each service has its own',
    run: async ({ store }) => {
      const { tenant, safeRef } = await makeTenantSafe(store)
      const { putListing, listings } = store.safeQueues
      const listing = { service: 'a', readAtUnix: 5n, quotaRemaining: null, body: '["ü"]' }
      await putListing(tenant.id, safeRef, listing)
      await putListing(tenant.id, safeRef, { ...listing, readAtUnix: 4n, body: 'old' })
      expect(await listings(tenant.id, safeRef)).toEqual([listing])
      const newer = { ...listing, readAtUnix: 6n, quotaRemaining: 3n, body: 'x'.repeat(9_999) }
      await putListing(tenant.id, safeRef, newer)
      await putListing(tenant.id, safeRef, { ...listing, service: 'b' })
      const expected = [newer, { ...listing, service: 'b' }]
      expect(await listings(tenant.id, safeRef)).toEqual(expected)
    },
  },
  {
    name: 'law: of many processes one has the turn at a Safe, until it lets go or its time is over',
    run: async ({ fresh }) => {
      const clock = ticking()
      const stores = await Promise.all([0, 1].map(() => fresh.open({ nowUnix: clock.nowUnix })))
      try {
        const { safeRef } = await makeTenantSafe(stores[0]!)
        const take = (number: number) =>
          stores[number % 2]!.safeQueues.takeTurn({ ...safeRef, holder: `p${number}` }, 1_000n)
        const end = (number: number) =>
          stores[number % 2]!.safeQueues.endTurn({ ...safeRef, holder: `p${number}` })
        const results = await Promise.all(Array.from({ length: 8 }, (_, number) => take(number)))
        expect(results.filter(Boolean)).toHaveLength(1)
        const winner = results.indexOf(true)
        const loser = (winner + 1) % 8
        await end(loser)
        expect(await take(loser)).toBe(false)
        expect(await take(winner)).toBe(true)
        await end(winner)
        expect(await take(loser)).toBe(true)
        clock.skip(2_000n)
        expect(await take(winner)).toBe(true)
        const otherTurn = { ...safeRef, safe: strategists[1], holder: 'x' }
        expect(await stores[0]!.safeQueues.takeTurn(otherTurn, 9n)).toBe(true)
        await end(winner)
        await stores[0]!.safeQueues.endTurn(otherTurn)
      } finally {
        await Promise.all(stores.map((store) => store.close()))
      }
    },
  },
]

async function makeTenantSafe(store: Store) {
  const tenantVault = await makeTenantVault(store)
  return { ...tenantVault, safeRef: { chain: tenantVault.vaultRef.chain, safe: strategists[0] } }
}

import type { Chain } from '@vaultwright/chain'
import {
  delegateTypedDataOf,
  encodeSafeExecution,
  executableSignaturesOf,
  safeTypedDataOf,
  type TypedData,
} from '@vaultwright/safe'
import { judgeQueue, type ProposalRecord, proposeBatch } from '@vaultwright/safe-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRandom } from '../../scripts/vector/random.mjs'
import { openBarrier } from '../support/service/safe/barrier.ts'
import { corrupted } from '../support/service/safe/corruption.ts'
import { liesOf } from '../support/service/safe/lie.ts'
import { makeSafe, permitted, post, rowOf, signTyped } from '../support/service/safe/made-safe.ts'
import { foreigner, openRealSafe, openSafeWorld, owners } from './driver/real-safe.ts'
import { safeReleases } from './market/safe.ts'
import type { RealChain } from './world/real-chain.ts'
import type { RealWorld } from './world/real-world.ts'

let world: RealWorld
let chain: RealChain
let port: Chain
beforeAll(async () => {
  ;({ world, chain, port } = await openSafeWorld())
})
afterAll(() => world?.close())

describe.each(safeReleases)('Safe $version', ({ version }) => {
  const whyMissing = () => world.missing.get(`Safe ${version}`)

  test('law: no lie and no corrupted row makes an entry ready that the Safe does not run', async ({
    skip,
  }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    await world.undone(async () => {
      const { safe, readNow, transferOf, openService, ...real } = openRealSafe(chain, port, version)
      const block = await readNow()
      const { account } = block
      const standIn = real.openStandIn()
      const service = openService(standIn)
      for (const [index, signers] of [owners.slice(0, 2), [owners[0]!], [owners[1]!]].entries()) {
        const transaction = transferOf(BigInt(index + 1), BigInt(index))
        await post(service, account, { transaction, signers })
      }
      const honest = await judgeQueue(block, [service])
      expect(honest.entries.map(({ state }) => state)).toEqual(['ready', 'queued', 'queued'])
      const ready = honest.entries[0]!.verified.hash
      const data = safeTypedDataOf(transferOf(2n, 1n), account)
      const strangers = await signTyped(foreigner, data)
      const addresses = owners.map(({ address }) => address)
      const lies = liesOf({ account, owners: addresses, foreigner: foreigner.address, strangers })
      for (const { name, fault, code, isThrown } of lies) {
        // The record of the past and the tree are not part of this queue.
        if (code === 'nonce_used') continue
        standIn.fault = fault
        const look = judgeQueue(block, [service], honest)
        if (isThrown === true) await expect(look, name).rejects.toMatchObject({ code })
        else {
          const judged = await look
          const readyHashes = judged.entries.filter(({ state }) => state === 'ready')
          expect(
            readyHashes.every(({ verified }) => verified.hash === ready),
            name,
          ).toBe(true)
        }
      }
      const row = await rowOf(transferOf(1n, 0n), account, owners)
      const random = openRandom(0x5afe)
      let readyCount = 0
      for (let round = 0; round < 300; round++) {
        const changed = corrupted(row, random)
        standIn.fault = (reply) => ({
          ...reply,
          body: { count: 1, next: null, results: [changed] },
        })
        const [entry] = (await judgeQueue(block, [service])).entries
        if (entry?.state !== 'ready') continue
        readyCount += 1
        const { verified } = entry
        const signatures = executableSignaturesOf(verified.signatures, account)!
        const call = encodeSafeExecution({ ...verified.entry.transaction, signatures })
        await chain.ask('eth_call', { from: chain.of('trader'), to: safe, data: call }, 'latest')
        expect(verified.hash).toBe(row.safeTxHash)
      }
      expect(readyCount).toBeGreaterThan(10)
    })
  })

  test('law: ten races of two proposers who passed every read end without a conflict or a gap', async ({
    skip,
  }) => {
    if (whyMissing() !== undefined) return skip(whyMissing())
    const { safe, readNow, openService, openStandIn } = openRealSafe(chain, port, version)
    const block = await readNow()
    const { account } = block
    // The tree of the fixtures permits the calls; nothing of them runs.
    const { evidence } = await makeSafe().read()
    const reader = async () => ({ ...block, evidence })
    const nowUnix = () => Math.floor(Date.now() / 1_000)
    for (let race = 0; race < 10; race++) {
      const service = openService(openStandIn())
      const terms = { delegate: foreigner.address, chainId: 31337, atUnix: nowUnix() }
      await service.addDelegate({
        safe,
        delegate: foreigner.address,
        delegator: owners[0]!.address,
        label: 'race',
        expiresAt: null,
        signature: await signTyped(owners[0]!, delegateTypedDataOf(terms)),
      })
      const [posts, settle] = [openBarrier(2), openBarrier(2)]
      const records: ProposalRecord[][] = [[], []]
      const results = await Promise.all(
        records.map((journal, index) => {
          const propose: typeof service.propose = async (proposal) => {
            await posts()
            await service.propose(proposal)
          }
          const proposer = {
            reader,
            service: { ...service, propose },
            journal: {
              read: async () => journal,
              write: async (row: ProposalRecord) => void journal.push(row),
            },
            signer: {
              address: foreigner.address,
              sign: (data: TypedData) => signTyped(foreigner, data),
            },
            nowUnix,
            settle,
          }
          return proposeBatch(proposer, {
            calls: Array(1 + index + 2 * race).fill(permitted),
            origin: 'race',
            isAgain: false,
            isOwnerKeyAllowed: false,
            isConditionalAllowed: true,
          })
        }),
      )
      expect(results.map(({ outcome }) => outcome)).toEqual(['proposed', 'proposed'])
      const { entries, findings } = await judgeQueue(await reader(), [service])
      const nonces = entries.map(({ verified }) => verified.entry.transaction.nonce)
      expect(nonces).toEqual([account.nonce, account.nonce + 1n])
      expect(findings).toEqual([])
      const attempts = records.map((rows) => rows.filter(({ event }) => event === 'signed').length)
      expect(attempts.toSorted()).toEqual([1, 2])
    }
  })
})

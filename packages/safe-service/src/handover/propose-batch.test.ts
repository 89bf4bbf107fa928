import type { Hex } from '@vaultwright/base'
import {
  delegateTypedDataOf,
  type SafeCall,
  safeTransactionHashOf,
  safeTypedDataOf,
  type TypedData,
} from '@vaultwright/safe'
import { expect, test } from 'vitest'
import { openBarrier } from '../../../../test/support/service/safe/barrier.ts'
import {
  delegate,
  foreigner,
  type MadeSafe,
  makeSafe,
  owners,
  permitted,
  post,
  serviceOf,
  signTyped,
  transactionOf,
} from '../../../../test/support/service/safe/made-safe.ts'
import { judgeQueue } from './judge-queue.ts'
import { openSignedSigner } from './key-signer.ts'
import type { ProposalContext, ProposalRecord, ProposalRequest } from './proposal.ts'
import { proposeBatch } from './propose-batch.ts'

const request: ProposalRequest = {
  calls: [permitted],
  origin: '{"name":"Vaultwright"}',
  isAgain: false,
  isOwnerKeyAllowed: false,
  isConditionalAllowed: true,
}
const callsOf = (count: number): readonly SafeCall[] =>
  Array.from({ length: count }, () => permitted)

async function openQueue(): Promise<MadeSafe> {
  const safe = makeSafe()
  const atUnix = Math.floor(Date.now() / 1_000)
  const data = delegateTypedDataOf({ delegate: delegate.address, chainId: 1, atUnix })
  await safe.service.addDelegate({
    safe: safe.account.safe,
    delegate: delegate.address,
    delegator: owners[0]!.address,
    label: 'desk',
    expiresAt: null,
    signature: await signTyped(owners[0]!, data),
  })
  return safe
}

type TestProposer = ProposalContext & { readonly records: ProposalRecord[] }

function proposerOf(
  { read: reader, standIn }: MadeSafe,
  changes: Partial<ProposalContext> = {},
): TestProposer {
  const records: ProposalRecord[] = []
  return {
    records,
    reader,
    service: serviceOf(standIn),
    journal: { read: async () => records, write: async (record) => void records.push(record) },
    signer: { address: delegate.address, sign: (data) => signTyped(delegate, data) },
    nowUnix: () => Math.floor(Date.now() / 1_000),
    settle: async () => {},
    ...changes,
  }
}

test('law: a signature that was made before is posted at its own nonce or not at all, and takes nothing back', async () => {
  const safe = await openQueue()
  const transaction = transactionOf([permitted], safe.account, 7n)
  const hash = safeTransactionHashOf(transaction, safe.account)
  const signature = await signTyped(delegate, safeTypedDataOf(transaction, safe.account))
  const signer = openSignedSigner({ address: delegate.address, hash, signature })
  const longer = { ...request, calls: callsOf(2) }
  expect(await proposeBatch(proposerOf(safe, { signer }), longer)).toMatchObject({
    outcome: 'refused',
    code: 'signed_other',
  })
  // A rival takes the nonce while it is posted, with an owner's signature.
  const rival = transactionOf(callsOf(3), safe.account, 7n)
  const settle = async () => {
    await post(safe.service, safe.account, { transaction: rival, signers: [owners[0]!] })
  }
  expect(await proposeBatch(proposerOf(safe, { signer, settle }), request)).toMatchObject({
    outcome: 'conflict',
    code: 'conflict_kept',
    safeTxHash: hash,
  })
  expect(await proposeBatch(proposerOf(safe, { signer }), request)).toMatchObject({
    outcome: 'refused',
    code: 'signed_other',
  })
  expect(safe.standIn.requests.some((line) => line.startsWith('DELETE'))).toBe(false)
})

test('law: proposing twice is proposing once, at the first free nonce', async () => {
  const safe = await openQueue()
  const proposer = proposerOf(safe)
  const first = await proposeBatch(proposer, request)
  expect(first).toMatchObject({ outcome: 'proposed', nonce: 7n })
  const again = await proposeBatch(proposerOf(safe), request)
  expect(again).toMatchObject({ outcome: 'already_proposed', safeTxHash: first.safeTxHash })
  expect(proposer.records.map(({ event }) => event)).toEqual(['signed', 'posted'])
  const queue = await judgeQueue(await safe.read(), [safe.service])
  expect(queue.entries).toHaveLength(1)
  expect(queue.entries[0]!.verdict.answer).toBe('conditional')
  await expect(
    proposeBatch(proposerOf(safe), { ...request, calls: callsOf(2) }),
  ).resolves.toMatchObject({ outcome: 'proposed', nonce: 8n })
})

test.each([[2], [3]])(
  'law: of %i proposers that all passed their reads each ends with a nonce of its own, without a gap',
  async (count) => {
    const safe = await openQueue()
    const posts = openBarrier(count)
    const settles = openBarrier(count)
    const results = await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const service = serviceOf(safe.standIn)
        const propose: typeof service.propose = async (proposal) => {
          await posts()
          await service.propose(proposal)
        }
        const proposer = proposerOf(safe, { service: { ...service, propose }, settle: settles })
        return proposeBatch(proposer, { ...request, calls: callsOf(index + 1) })
      }),
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(count).fill('proposed'))
    const queue = await judgeQueue(await safe.read(), [safe.service])
    const nonces = queue.entries.map(({ verified }) => verified.entry.transaction.nonce)
    expect(nonces).toEqual(Array.from({ length: count }, (_, index) => 7n + BigInt(index)))
    expect(queue.findings).toEqual([])
  },
)

test('golden: an entry of owners at the nonce stays, and the proposer moves on', async () => {
  const safe = await openQueue()
  const { account } = safe
  const service = serviceOf(safe.standIn)
  const rival = transactionOf(callsOf(3), account, 7n)
  const propose: typeof service.propose = async (proposal) => {
    if (proposal.transaction.nonce === 7n) {
      await post(service, account, { transaction: rival, signers: [owners[1]!] })
    }
    await service.propose(proposal)
  }
  const proposer = proposerOf(safe, { service: { ...service, propose } })
  expect(await proposeBatch(proposer, request)).toMatchObject({ outcome: 'proposed', nonce: 8n })
  expect(proposer.records.map(({ event }) => event)).toEqual(
    'signed posted withdrawn signed posted'.split(' '),
  )
})

test('golden: a nonce that is used while the signer thinks is left', async () => {
  const safe = await openQueue()
  let isFirst = true
  const signer = {
    address: delegate.address,
    sign: async (data: Parameters<typeof signTyped>[1]) => {
      if (isFirst) safe.use(1n)
      isFirst = false
      return signTyped(delegate, data)
    },
  }
  const proposer = proposerOf(safe, { signer })
  expect(await proposeBatch(proposer, request)).toMatchObject({ outcome: 'proposed', nonce: 8n })
  expect(proposer.records[0]).toMatchObject({ event: 'nonce_taken', nonce: '7' })
  safe.use(1n)
  expect(await proposeBatch(proposer, request)).toMatchObject({ code: 'proposed_before' })
  const again = await proposeBatch(proposer, { ...request, isAgain: true })
  expect(again).toMatchObject({ outcome: 'proposed', nonce: 9n })
})

test('golden: a dry run signs and posts nothing', async () => {
  const safe = await openQueue()
  const proposer = proposerOf(safe, { signer: null })
  expect(await proposeBatch(proposer, request)).toMatchObject({
    outcome: 'would_propose',
    nonce: 7n,
  })
  expect(safe.standIn.requests.filter((line) => line.includes('POST /api/v2/safes'))).toEqual([])
})

test('refuses: an owner, a call that is not permitted, another signature, another hash, an entry that is not listed', async () => {
  const safe = await openQueue()
  const [owner] = owners
  const asOwner = { address: owner!.address, sign: (data: TypedData) => signTyped(owner!, data) }
  const code = async (changes: Partial<ProposalContext>, words: Partial<ProposalRequest> = {}) =>
    (await proposeBatch(proposerOf(safe, changes), { ...request, ...words })).code
  expect(await code({ signer: asOwner })).toBe('owner_key')
  expect(await code({}, { isConditionalAllowed: false })).toBe('verdict')
  const unpermitted = { ...permitted, to: foreigner.address }
  expect(await code({}, { calls: [unpermitted] })).toBe('verdict')
  const liar = { address: delegate.address, sign: (data: TypedData) => signTyped(foreigner, data) }
  expect(await code({ signer: liar })).toBe('signer_of_other')
  const hash: Hex = `0x${'12'.repeat(32)}`
  const reader = async () => ({ ...(await safe.read()), hashOf: async () => hash })
  expect(await code({ reader })).toBe('hash_differs')
  expect(safe.standIn.requests.filter((line) => /POST .*multisig/.test(line))).toEqual([])
  safe.standIn.fault = (reply, { method, url }) =>
    method === 'POST' && url.pathname.includes('multisig') ? { status: 201 } : reply
  const forgetful = { ...safe.service, propose: async () => {} }
  const lost = await proposeBatch(proposerOf(safe, { service: forgetful }), request)
  expect(lost).toMatchObject({ outcome: 'not_listed', nonce: 7n })
})

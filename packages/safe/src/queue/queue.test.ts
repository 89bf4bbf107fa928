import { BaseError, type Hex, printHex } from '@vaultwright/base'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { type SafeTransaction, safeTransactionHashOf } from '../transaction.ts'
import { safeLinkOf } from './link.ts'
import { parseOwnerSignature, printOwnerSignature } from './owner-signature.ts'
import {
  forgottenFindings,
  nextNonceOf,
  queueFindings,
  queueStatesOf,
  rememberQueue,
} from './queue.ts'
import { parseServiceEntry, printServiceEntry } from './service-entry.ts'
import { safeTypedDataOf } from './typed-data.ts'
import { type SafeAccountState, type SignatureReader, verifyEntry } from './verified-entry.ts'

const zero = getAddress(`0x${'00'.repeat(20)}`)
const keys = [1, 2, 3, 4].map((seed) =>
  privateKeyToAccount(printHex(new Uint8Array(32).fill(seed))),
)
const owners = keys.slice(0, 3).map(({ address }) => address)
const account: SafeAccountState = {
  safe: getAddress(`0x${'5a'.repeat(20)}`),
  chainId: 1,
  version: '1.4.1',
  nonce: 7n,
  threshold: 2,
  owners,
  modules: [],
  singleton: zero,
  guard: zero,
  moduleGuard: zero,
  fallbackHandler: zero,
  blockNumber: 100n,
  blockHash: `0x${'bb'.repeat(32)}`,
}
/** A Safe that takes what was recovered here, and a node that says nothing of other signatures. */
const silent: SignatureReader = {
  isApproved: async () => null,
  isAccepted: async () => null,
  isExecutable: async () => true,
}

const transactionAt = (nonce: bigint, value = 0n): SafeTransaction => ({
  to: owners[0]!,
  value,
  data: '0x',
  operation: 'call',
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zero,
  refundReceiver: zero,
  nonce,
})

/** Signing is slow: each key signs a hash once. */
const signatures = new Map<string, Promise<Hex>>()

function signatureOf(index: number, transaction: SafeTransaction): Promise<Hex> {
  const key = `${index} ${safeTransactionHashOf(transaction, account)}`
  const data = safeTypedDataOf(transaction, account)
  const signed =
    signatures.get(key) ??
    keys[index]!.signTypedData(data as Parameters<(typeof keys)[0]['signTypedData']>[0])
  signatures.set(key, signed)
  return signed
}

/** A row as version 2 of the service writes it. */
async function rowOf(transaction: SafeTransaction, signers: readonly number[]) {
  const data = safeTypedDataOf(transaction, account)
  const confirmations = await Promise.all(
    signers.map(async (index) => ({
      owner: keys[index]!.address,
      signature: await signatureOf(index, transaction),
    })),
  )
  return {
    ...data.message,
    safe: account.safe,
    data: null,
    nonce: String(transaction.nonce),
    safeTxHash: safeTransactionHashOf(transaction, account),
    trusted: signers.length > 0,
    proposedByDelegate: null,
    confirmations,
  }
}

const verify = async (rows: readonly unknown[]) =>
  Promise.all(rows.map((row) => verifyEntry(parseServiceEntry(row), account, silent)))

test('law: an entry is ready only with the signatures of as many owners as the threshold', async () => {
  const someSigners = fc.uniqueArray(fc.nat(3), { maxLength: 4 })
  const nonces = fc.integer({ min: 5, max: 9 }).map(BigInt)
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(nonces, someSigners), { maxLength: 4 }), async (list) => {
      const rows = await Promise.all(
        list.map(([nonce, signers], index) => rowOf(transactionAt(nonce, BigInt(index)), signers)),
      )
      const entries = await verify(rows)
      for (const [index, state] of queueStatesOf(entries, account).entries()) {
        outcomes.add(state)
        const [nonce, signers] = list[index]!
        const valid = signers.filter((signer) => signer < 3).length
        if (state.startsWith('ready')) expect([nonce, valid >= 2]).toEqual([7n, true])
        expect(entries[index]!.signatures).toHaveLength(valid)
        expect(state === 'dead').toBe(nonce < 7n)
      }
      const next = nextNonceOf(entries, account)
      const signed = list.filter(([, signers]) => signers.some((signer) => signer < 3))
      expect(signed.some(([nonce]) => nonce === next)).toBe(false)
      for (let nonce = 7n; nonce < next; nonce += 1n) {
        expect(signed.some(([taken]) => taken === nonce)).toBe(true)
      }
    }),
    {
      numRuns: runsOf(0.2),
      examples: [
        [
          [
            [7n, [0, 1]],
            [8n, [0]],
          ],
        ],
        [
          [
            [7n, [0, 1]],
            [7n, [1, 2]],
          ],
        ],
        [[[9n, [0]]]],
        [[[5n, [0]]]],
      ],
    },
  )
  for (const state of ['ready', 'ready_in_conflict', 'queued', 'blocked', 'dead']) {
    expect(outcomes).toContain(state)
  }
})

test('law: no changed byte of a row adds an owner, and no row throws anything but its refusal', async () => {
  const row = await rowOf(transactionAt(7n), [0, 1])
  const text = JSON.stringify(row)
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom(...'09afx":,{'), async (at, sign) => {
      const changed = `${text.slice(0, at)}${sign}${text.slice(at + 1)}`
      try {
        const [verified] = await verify([JSON.parse(changed)])
        const signers = verified!.signatures.map(({ owner }) => owner)
        expect(owners.slice(0, 2)).toEqual(expect.arrayContaining(signers))
        const [state] = queueStatesOf([verified!], account)
        if (state === 'ready') expect(verified!.hash).toBe(row.safeTxHash)
      } catch (error) {
        refused += 1
        expect(error instanceof SyntaxError || error instanceof BaseError).toBe(true)
      }
    }),
    { numRuns: runsOf(1), examples: [[0, '9']] },
  )
  expect(refused).toBeGreaterThan(0)
})

test('law: a printed transaction is parsed as it was', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  const text = fc.uint8Array({ maxLength: 90 }).map(printHex)
  const terms = fc.record({ value: amount, nonce: amount, safeTxGas: amount, data: text })
  fc.assert(
    fc.property(terms, fc.constantFrom('call', 'delegatecall'), (fields, operation) => {
      const transaction: SafeTransaction = { ...transactionAt(0n), ...fields, operation }
      const hash = safeTransactionHashOf(transaction, account)
      const entry = parseServiceEntry(printServiceEntry(transaction, { safe: account.safe, hash }))
      expect(entry).toMatchObject({ transaction, safe: account.safe, statedHash: hash })
    }),
  )
})

test('law: without the word of the Safe itself no entry is ready', async () => {
  const entry = parseServiceEntry(await rowOf(transactionAt(7n), [0, 1]))
  for (const word of [true, false, null]) {
    const reader = { ...silent, isExecutable: async () => word }
    const verified = await verifyEntry(entry, account, reader)
    expect(queueStatesOf([verified], account)).toEqual([word === true ? 'ready' : 'awaiting'])
  }
})

test('golden: each signature that does not count is named with its reason', async () => {
  const row = await rowOf(transactionAt(7n), [0, 1, 3])
  const [first, second] = row.confirmations
  const approved = printOwnerSignature({ kind: 'approved_hash', owner: owners[2]! })
  const contract = printOwnerSignature({ kind: 'contract', owner: owners[2]!, payload: '0x1234' })
  const passkey = printOwnerSignature({ kind: 'passkey', owner: owners[2]!, payload: '0x12' })
  const codes = async (confirmations: readonly unknown[], reader = silent) => {
    const entry = parseServiceEntry({ ...row, confirmations })
    const { refusals } = await verifyEntry(entry, account, reader)
    return refusals.map(({ code }) => code)
  }
  const of = (signature: Hex, owner = owners[2]!) => ({ owner, signature })
  expect(await codes(row.confirmations)).toEqual(['signer_not_owner'])
  expect(await codes([first, first])).toEqual(['signer_twice'])
  expect(await codes([of(second!.signature)])).toEqual(['signature_of_other'])
  for (const bytes of ['0x1234', '0x1', null, 7, `0x${'00'.repeat(5_000)}`]) {
    expect(await codes([of(bytes as Hex)])).toEqual(['signature_malformed'])
  }
  expect(await codes([of(passkey)])).toEqual(['signature_kind'])
  expect(await codes([of(approved), of(contract)])).toEqual(['chain_silent', 'chain_silent'])
  const refusing: SignatureReader = {
    ...silent,
    isApproved: async () => false,
    isAccepted: async () => false,
  }
  expect(await codes([of(approved), of(contract)], refusing)).toEqual([
    'hash_not_approved',
    'contract_refuses',
  ])
  const agreeing: SignatureReader = {
    ...silent,
    isApproved: async () => true,
    isAccepted: async ({ payload }) => payload === '0x1234',
  }
  expect(await codes([of(approved)], agreeing)).toEqual([])
  expect(await codes([of(contract)], agreeing)).toEqual([])
  expect(parseOwnerSignature(contract)).toMatchObject({ kind: 'contract' })
})

test('golden: a forged nonce far away neither moves the next nonce nor hides', async () => {
  const forged = { ...(await rowOf(transactionAt(10n ** 9n), [])), trusted: true }
  const entries = await verify([await rowOf(transactionAt(7n), [0]), forged])
  expect(nextNonceOf(entries, account)).toBe(8n)
  expect(queueStatesOf(entries, account)).toEqual(['awaiting', 'blocked'])
  expect(queueFindings(entries, account).map(({ code }) => code)).toEqual(['nonce_gap'])
  const unverifiable = { ...forged, safeTxHash: `0x${'12'.repeat(32)}` }
  expect(queueStatesOf(await verify([unverifiable]), account)).toEqual(['unverifiable'])
})

test('golden: what the service hides is remembered until its nonce is used', async () => {
  const rows = [await rowOf(transactionAt(7n), [0, 1]), await rowOf(transactionAt(8n), [0])]
  const entries = await verify(rows)
  const remembered = rememberQueue([], entries, account)
  expect(forgottenFindings(remembered, entries, account)).toEqual([])
  const [without] = await verify([
    { ...rows[0], confirmations: rows[0]!.confirmations.slice(0, 1) },
  ])
  const findings = forgottenFindings(remembered, [without!], account)
  expect(findings.map(({ weight, code, nonce }) => [weight, code, nonce])).toEqual([
    ['note', 'confirmation_gone', 7n],
    ['incomplete', 'gone', 8n],
  ])
  expect(nextNonceOf([], account, remembered)).toBe(9n)
  const later = { ...account, nonce: 8n }
  expect(rememberQueue(remembered, [], later).map(({ nonce }) => nonce)).toEqual([8n])
  expect(queueFindings([...entries, entries[0]!], account)[0]).toMatchObject({
    weight: 'no',
    code: 'entry_twice',
  })
})

test('golden: links name a chain as the web app does', () => {
  const { safe } = account
  expect(safeLinkOf(account, null)).toBe(
    `https://app.safe.global/transactions/queue?safe=eth:${safe}`,
  )
  expect(safeLinkOf({ safe, chainId: 8453 }, `0x${'11'.repeat(32)}`)).toBe(
    `https://app.safe.global/transactions/tx?safe=base:${safe}&id=multisig_${safe}_0x${'11'.repeat(32)}`,
  )
  expect(safeLinkOf({ safe, chainId: 31337 }, null)).toBeNull()
})

test('refuses: rows that are not one transaction, and more confirmations than any Safe has owners', async () => {
  const row = await rowOf(transactionAt(7n), [0])
  const many = Array.from({ length: 129 }, () => row.confirmations[0])
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [null, /not an object/],
    [{ results: [row] }, /not one transaction/],
    [{ ...row, confirmations: many }, /129 entries/],
    [{ ...row, confirmations: {} }, /not a list/],
    [{ ...row, confirmations: [null] }, /confirmations\[0\] is not an object/],
    [{ ...row, value: '1e18' }, /value/],
    [{ ...row, safe: null }, /does not name the Safe/],
  ]
  for (const [value, message] of cases) expect(() => parseServiceEntry(value)).toThrow(message)
})

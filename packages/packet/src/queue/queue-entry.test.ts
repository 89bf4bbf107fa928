import type { Address } from '@vaultwright/base'
import {
  parseServiceEntry,
  printServiceEntry,
  type SafeCall,
  safeTransactionHashOf,
} from '@vaultwright/safe'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  delegate,
  makeSafe,
  permitted,
  transactionOf,
} from '../../../../test/support/service/safe/made-safe.ts'
import type { ManagerEvidence } from '../root.ts'
import { entryEvidenceOf, judgeQueueEntry, type QueueEvidence } from './queue-entry.ts'

const addressOf = (digit: string): Address => `0x${digit.repeat(40)}`
const unknownManager = addressOf('9')

/** A Safe with its vault, and two further ones whose Managers decide by the same tree. */
async function openVaults() {
  const safe = makeSafe()
  const { account } = safe
  const { evidence } = await safe.read()
  const vaultAt = (manager: Address): ManagerEvidence => ({
    manager,
    root: { ...evidence.root!, manager },
    naming: { ...evidence.naming, vault: manager },
  })
  const firstVault = vaultAt(evidence.root!.manager!)
  const vaults = [firstVault, vaultAt(addressOf('a')), vaultAt(addressOf('b'))] as const
  const judge = (calls: readonly SafeCall[], further: Partial<QueueEvidence>) => {
    const transaction = transactionOf(calls, account, account.nonce)
    const hash = safeTransactionHashOf(transaction, account)
    const row = printServiceEntry(transaction, { safe: account.safe, hash })
    const entry = {
      ...parseServiceEntry(row),
      isTrusted: true,
      proposedByDelegate: delegate.address,
    }
    const verified = { entry, hash, signatures: [], refusals: [], isExecutable: null }
    return judgeQueueEntry(verified, account, { ...evidence, ...further })
  }
  return { account, vaults, judge, vaultAt }
}

const batchTo = (to: Address): SafeCall => ({ ...permitted, to })

test('law: an entry is judged as by the vault alone whose Manager it calls, whichever comes first', async () => {
  const { vaults, judge } = await openVaults()
  const orders = fc.shuffledSubarray([0, 1, 2], { minLength: 3 })
  fc.assert(
    fc.property(orders, fc.constantFrom(0, 1, 2), (order, index) => {
      const { manager, ...alone } = vaults[index]!
      const ordered = order.map((each) => vaults[each]!)
      const { root, naming } = ordered[0]!
      const judged = judge([batchTo(manager)], { root, naming, vaults: ordered })
      const single = judge([batchTo(manager)], alone)
      expect({ ...judged, manager: null }).toEqual(single)
      expect([single.answer, judged.manager]).toEqual(['conditional', manager])
      expect(entryEvidenceOf(judged, { root, naming, vaults: ordered }).naming.vault).toBe(manager)
    }),
    { numRuns: 12 },
  )
})

test('law: further vaults change nothing of an entry that calls none of their Managers', async () => {
  const { vaults, judge } = await openVaults()
  const [, ...further] = vaults
  const entries: readonly (readonly SafeCall[])[] = [
    [permitted],
    [batchTo(unknownManager)],
    [{ to: addressOf('1'), value: 1n, data: '0x' }],
    [permitted, batchTo(unknownManager)],
  ]
  const answers = entries.map((calls) => {
    const judged = judge(calls, { vaults: further })
    expect(judged).toEqual(judge(calls, {}))
    return judged.answer
  })
  expect(answers).toEqual(['conditional', 'no', 'incomplete', 'no'])
})

test('refuses: a Yes by the tree of another strategist, and by that of a vault that is not given', async () => {
  const { account, vaults, judge, vaultAt } = await openVaults()
  const { root, ...vault } = vaultAt(addressOf('a'))
  const proven = (strategist: Address): ManagerEvidence => {
    const block = { hash: account.blockHash, compared: account.blockHash }
    const provenRoot = { ...root!, strategist, block, origin: 'chain', chainId: 1 } as const
    return { ...vault, root: { ...provenRoot, provenManager: vault.manager } }
  }
  const outcome = (vaultList: readonly ManagerEvidence[]) => {
    const { answer, reasons } = judge([batchTo(vault.manager)], { vaults: vaultList })
    return [answer, ...reasons.filter(({ weight }) => weight === 'no').map(({ code }) => code)]
  }
  expect(outcome([vaults[0], proven(delegate.address)])).toEqual(['no', 'other_strategist'])
  expect(outcome([vaults[0]])).toEqual(['no', 'manager_differs'])
  // A vault whose tree is not stored is not judged by that of another.
  const open = judge([batchTo(vault.manager)], { vaults: [vaults[0], { ...vault, root: null }] })
  expect([open.answer, open.reasons[0]?.code]).toEqual(['incomplete', 'root_missing'])
  expect(outcome([vaults[0], proven(account.safe)])).toEqual(['conditional'])
})

test('golden: a transaction of two Managers has each batch held against its own tree, and is never a Yes', async () => {
  const { vaults, judge } = await openVaults()
  const [, first, second] = vaults
  const calls = [batchTo(first.manager), batchTo(second.manager)]
  const both = judge(calls, { vaults })
  expect([both.answer, both.manager]).toEqual(['incomplete', null])
  const codes = both.reasons.map(({ code }) => code)
  expect(codes).toContain('several_vaults')
  expect(codes).not.toContain('manager_differs')
  const verdicts = both.calls.flatMap(({ batch }) => batch?.calls.map((call) => call.verdict) ?? [])
  expect(new Set(verdicts)).toEqual(new Set(['proven']))
  const empty = { ...second, root: { ...second.root!, root: `0x${'12'.repeat(32)}` as const } }
  const bad = judge(calls, { vaults: [first, empty] })
  expect([bad.answer, bad.reasons[0]?.code]).toEqual(['no', 'tree_differs'])
})

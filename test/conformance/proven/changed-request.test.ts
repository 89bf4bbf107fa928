import type { Address } from '@vaultwright/base'
import { replayWitness } from '@vaultwright/outcome'
import { type Witness, witnessOf } from '@vaultwright/proof'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMadeState } from '../../support/evm/made-state.ts'
import { runsOf } from '../../support/runs.ts'
import { changed, changesOf, saysSuccess, statedOf, verdictOf } from './changed-request.ts'

const sender: Address = '0x1111111111111111111111111111111111111111'
const otherSender: Address = '0x5555555555555555555555555555555555555555'
const target: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'
const open: Address = '0xd0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0'
const empty: Address = '0x0000000000000000000000000000000000000000'

/** Reverts unless the time, the gas, the value, the calldata or the caller is another one. */
const guarded =
  '0x640200000000421163010000005a113415153615157355555555555555555555555555555555555555553314171717176036575f5ffd5b00'

const witness = ((): Witness => {
  const balance = 10n ** 18n
  const state = openMadeState(
    new Map([
      [target, { code: guarded }],
      [open, { code: '0x00' }],
      [sender, { balance }],
      [otherSender, { balance }],
    ]),
  )
  for (const name of [sender, otherSender, target, open, empty]) state.account(name)
  for (const name of [target, open]) state.code(state.account(name)!.codeHash)
  return witnessOf(state, {
    chainId: 31_337,
    hardfork: 'prague',
    request: {
      from: sender,
      to: target,
      data: '0x',
      value: 0n,
      gas: 2n ** 24n,
      timestamp: state.header.timestamp + 1n,
      vault: undefined,
      watch: [],
    },
  })
})()
const { blockHash: hash, request } = witness
const stated = statedOf(witness)

test('law: no changed request succeeds where the honest one reverts, stated or not', async () => {
  expect(saysSuccess(await verdictOf(witness, hash, stated))).toBe(false)
  const near = { accounts: [sender, otherSender, target, open], time: request.timestamp }
  await fc.assert(
    fc.asyncProperty(changesOf(near), async (change) => {
      const file = changed(witness, change)
      const bare = { chainId: file.chainId }
      expect(saysSuccess(await verdictOf(file, hash, stated))).toBe(false)
      expect(saysSuccess(await verdictOf(file, hash, bare))).toBe(false)
    }),
    { numRuns: runsOf(1) },
  )
})

test.each([
  ['the time', { timestamp: 2n ** 34n }, { atUnix: 2n ** 34n }],
  ['the gas', { gas: 30_000_000n }, { gas: 30_000_000n }],
  ['the sender', { from: otherSender }, { from: otherSender }],
  ['the receiver', { to: open }, { to: open }],
  ['the calldata', { data: '0x01' }, { data: '0x01' }],
] as const)('law: %s decides, and counts when the person gives it', async (_, change, given) => {
  const file = changed(witness, change)
  const { simulation } = await replayWitness(file, hash)
  expect(simulation.outcome.status).toBe('success')
  expect(saysSuccess(await verdictOf(file, hash, stated))).toBe(false)
  expect(saysSuccess(await verdictOf(file, hash, { ...stated, ...given }))).toBe(true)
  // The file's own word in the same field is not needed.
  if (!('gas' in change) && !('timestamp' in change)) return
  expect(saysSuccess(await verdictOf(witness, hash, { ...stated, ...given }))).toBe(true)
})

test('refuses: gas above what the block or a transaction has, though the person gives it', async () => {
  const terms = { ...stated, gas: 60_000_001n }
  expect(await verdictOf(witness, hash, terms)).toMatchObject({
    kind: 'other_terms',
    messages: [expect.stringContaining('the whole block has 60000000')],
  })
  const osaka = { ...witness, hardfork: 'osaka' }
  expect(await verdictOf(osaka, hash, { ...stated, gas: 30_000_000n })).toMatchObject({
    kind: 'other_terms',
    messages: [expect.stringContaining('one transaction may have 16777216')],
  })
})

import { type Address, type Hex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { encodeHeader, openProvenState, type ProvenState } from '@vaultwright/proof'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type MadeAccounts,
  madeHeader,
  openMadeState,
} from '../../../../test/support/evm/made-state.ts'
import type { EvmRules } from '../rules/rules.ts'
import { openWorld } from '../world/world.ts'
import { type BlockFact, historyContract, historySlotOf, unknowable } from './evm-type.ts'
import { beginBlock, openMachine } from './machine.ts'

const caller: Address = '0x1111111111111111111111111111111111111111'
const target: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'
const otherAddress: Address = '0xd0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0'
const beacon: Address = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02'
const rules: EvmRules = { chainId: 1, hardfork: 'prague' }

/** Code that asks, and leaves the stack as it was. */
const questions = {
  NUMBER: '4350',
  TIMESTAMP: '4250',
  COINBASE: '4150',
  PREVRANDAO: '4450',
  GASLIMIT: '4550',
  GASPRICE: '3a50',
  BASEFEE: '4850',
  BLOBBASEFEE: '4a50',
  // A call of the contract that keeps the roots of beacon blocks.
  BEACONROOT: `5f5f5f5f73${beacon.slice(2)}5afa50`,
} as const satisfies Partial<Record<BlockFact, string>>
type Question = keyof typeof questions
const names = Object.keys(questions) as Question[]

async function factsReadBy(accounts: MadeAccounts): Promise<readonly BlockFact[]> {
  const world = openWorld(openMadeState(accounts), async () => undefined)
  const machine = await openMachine(world, rules, { number: 2n, timestamp: 0x65000001n })
  await machine.run({ from: caller, to: target, data: '0x', value: 0n, gas: 1_000_000n })
  return [...machine.asked].sort()
}

test('law: a run lists what it asked of its block, and nothing that it did not reach', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(names), fc.subarray(names), async (reached, behind) => {
      const text = (list: readonly Question[]) => list.map((name) => questions[name]).join('')
      const code: Hex = `0x${text(reached)}00${text(behind)}`
      expect(await factsReadBy(new Map([[target, { code }]]))).toEqual([...reached].sort())
    }),
  )
})

// The inner code runs with the address of the outer or its own, ends well or reverts.
const wraps: Readonly<Record<string, (inner: string) => readonly [outer: Hex, inner: Hex]>> = {
  'in a static call': (inner) => [`0x5f5f5f5f73${otherAddress.slice(2)}5afa00`, `0x${inner}00`],
  'in a delegate call': (inner) => [`0x5f5f5f5f73${otherAddress.slice(2)}5af400`, `0x${inner}00`],
  'in a call that reverts': (inner) => [
    `0x5f5f5f5f5f73${otherAddress.slice(2)}5af100`,
    `0x${inner}5f5ffd`,
  ],
  'in a transaction that reverts': (inner) => [`0x${inner}5f5ffd`, '0x'],
  'in the code that creates a contract': (inner) => {
    const size = (inner.length / 2).toString(16).padStart(2, '0')
    return [`0x60${size}5f5f73${otherAddress.slice(2)}3c60${size}5f5ff000`, `0x${inner}`]
  },
}

test.each(Object.entries(wraps))('law: what is asked %s counts', async (_, wrap) => {
  for (const name of names) {
    const [outer, inner] = wrap(questions[name])
    const accounts = new Map([
      [target, { code: outer }],
      [otherAddress, { code: inner }],
    ])
    expect(await factsReadBy(accounts), name).toEqual([name])
  }
})

test('law: who makes the block, its randomness, its gas limit and its beacon root take the word proven away; nothing else does', () => {
  expect([...unknowable].sort()).toEqual([
    'BASEFEE',
    'BEACONROOT',
    'BLOBBASEFEE',
    'COINBASE',
    'GASLIMIT',
    'GASPRICE',
    'L1BLOCK',
    'PREVRANDAO',
  ])
})

/** Headers of blocks 0 to `count - 1`, each the parent of the next. */
function chainOf(count: number): readonly { readonly encoded: Uint8Array; readonly hash: Hex }[] {
  const headers: { encoded: Uint8Array; hash: Hex }[] = []
  for (let number = 0; number < count; number++) {
    const parentHash = headers.at(-1)?.hash ?? madeHeader.parentHash!
    const fields = { ...madeHeader, number: `0x${number.toString(16)}` as Hex, parentHash }
    const encoded = encodeHeader(fields)!
    headers.push({ encoded, hash: printHex(keccak256(encoded)) })
  }
  return headers
}

test('law: BLOCKHASH by the history contract and by the headers in between is the same', async () => {
  const head = 300
  const ancestors = chainOf(head)
  const parentHash = ancestors.at(-1)!.hash
  // The number is the call's data.
  const code: Hex = '0x5f35405f5260205ff3'
  const history = ancestors.map(({ hash }, number) => [historySlotOf(BigInt(number)), BigInt(hash)])
  const storage = new Map(history as [Hex, bigint][])
  const fields = { ...madeHeader, number: '0x12c' as Hex, parentHash }
  const accounts = new Map([
    [target, { code }],
    [historyContract, { code: '0x00' as Hex, nonce: 1n, storage }],
  ])
  const [withHistory, withHeaders] = [
    openMadeState(accounts, fields),
    openMadeState(accounts, fields),
  ]
  for (const { encoded } of [...ancestors].reverse()) withHeaders.addAncestor(encoded)
  const hashOn = async (state: ProvenState, hardfork: EvmRules['hardfork'], number: bigint) => {
    const world = openWorld(state, async () => undefined)
    const machine = await openMachine(
      world,
      { chainId: 1, hardfork },
      { number: BigInt(head) + 1n, timestamp: 0x65000001n },
    )
    if (state === withHistory) await beginBlock(world, { chainId: 1, hardfork })
    const data: Hex = `0x${number.toString(16).padStart(64, '0')}`
    const run = await machine.run({ from: caller, to: target, data, value: 0n, gas: 100_000n })
    return run.returnData
  }
  const inSight = [300n, 299n, 298n, 290n, 173n, 46n, 45n]
  const outOfSight = [44n, 43n, 0n, 301n, 302n, 2n ** 200n]
  for (const number of [...inSight, ...outOfSight]) {
    const byHistory = await hashOn(withHistory, 'prague', number)
    expect(await hashOn(withHeaders, 'cancun', number), String(number)).toBe(byHistory)
    expect(BigInt(byHistory) !== 0n, String(number)).toBe(inSight.includes(number))
  }
  expect(withHistory.used().ancestors).toEqual([])
  expect(withHeaders.used().ancestors.length).toBe(254)
})

test('refuses: an earlier header that is not the one its child names', () => {
  const state = openMadeState(new Map(), { ...madeHeader, number: '0x5' })
  const [foreign] = chainOf(1)
  expect(() => state.addAncestor(foreign!.encoded)).toThrow('not to the')
  expect(() => openProvenState(state.headerRlp, foreign!.hash)).toThrow()
})

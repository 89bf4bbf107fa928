import { InvalidTrieProofError } from '@vaultwright/proof'
import { expect, test } from 'vitest'
import type { Chain } from '../port/chain.ts'
import { StateRootMissingError } from '../proof/storage-proof.ts'
import { RpcRefusedError } from '../rpc/refusal.ts'
import { readManageRoot } from './manage-root.ts'

const manager = '0x1000000000000000000000000000000000000005'
const strategist = '0x100000000000000000000000000000000000000b'
const block = { number: 5n, hash: `0x${'b'.repeat(64)}`, timestamp: 1n } as const
const root = `0x${'5a'.repeat(32)}` as const
const otherRoot = `0x${'6b'.repeat(32)}` as const
const query = { manager, strategist, block } as const

/** A chain whose Manager returns the root, and whose proofs are as given. */
function chainWith(readProof: Chain['readProof']): Chain {
  const never = () => Promise.reject(new TypeError('that is not asked for here'))
  return {
    id: 1,
    rpc: { name: 'none', ask: never, close: never },
    readBlock: never,
    readBlockAt: never,
    readBlocksAt: never,
    readLogs: never,
    readCode: never,
    readNativeBalances: never,
    readTokenBalances: never,
    readToken: never,
    readTokens: never,
    readCalls: async () => [{ ok: true, data: root }],
    readProof,
  }
}

const refusing = (code: number, message: string) =>
  chainWith(() => {
    throw new RpcRefusedError('eth_getProof', { code, message, data: null })
  })
const holding = (at: number, value: `0x${string}`, isSealed = true) =>
  chainWith(async ({ address, slots }) => ({
    address,
    block,
    isSealed,
    account: null,
    unknownFields: isSealed ? [] : ['slotNumber'],
    headerRlp: null,
    accountNodes: [],
    slots: slots.map((slot, index) => ({
      slot,
      nodes: [],
      value: index === at ? value : otherRoot,
    })),
  }))

test('default: the slot that holds the root is found', async () => {
  const manageRoot = await readManageRoot(holding(4, root), query)
  expect(manageRoot).toEqual({ root, block, isProven: true, slot: 4n, unprovenBecause: null })
})

test.each([
  ['knows no proofs', refusing(-32601, 'the method does not exist'), 'no storage proof'],
  ['has no state that old', refusing(-32000, 'missing trie node'), 'no storage proof'],
  [
    'has no state root',
    chainWith(() => Promise.reject(new StateRootMissingError(block))),
    'no state root',
  ],
  ['holds it in none of the slots', holding(-1, root), 'none of the first 21 slots'],
])('behavior: not proven when the node %s, and it says so', async (_, chain, why) => {
  const manageRoot = await readManageRoot(chain, query)
  expect(manageRoot).toMatchObject({ root, isProven: false, slot: null })
  expect(manageRoot.unprovenBecause).toContain(why)
})

test('behavior: not proven when the header may be made up, its slot known or found', async () => {
  for (const slot of [undefined, 4n]) {
    const who = slot === undefined ? query : { ...query, slot }
    const chain = holding(slot === undefined ? 4 : 0, root, false)
    const manageRoot = await readManageRoot(chain, who)
    expect(manageRoot).toMatchObject({ root, isProven: false, slot: 4n })
    expect(manageRoot.unprovenBecause).toContain('does not hash')
  }
})

test('error: ManageRootMismatchError when the slot holds another root', async () => {
  const manageRoot = readManageRoot(holding(0, otherRoot), { ...query, slot: 3n })
  await expect(manageRoot).rejects.toMatchObject({ code: 'manage_root_mismatch', retryable: false })
})

test('error: a wrong proof and a busy node are errors, never an unproven root', async () => {
  const lying = chainWith(() =>
    Promise.reject(new InvalidTrieProofError('a node has another hash')),
  )
  await expect(readManageRoot(lying, query)).rejects.toMatchObject({ code: 'invalid_trie_proof' })
  const busy = readManageRoot(refusing(-32005, 'rate limit'), query)
  await expect(busy).rejects.toMatchObject({ code: 'rpc_refused', retryable: true })
})

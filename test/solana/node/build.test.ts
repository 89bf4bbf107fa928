import { openSolanaNode, type SolanaNode } from '@vaultwright/chain'
import { buildOnSolana } from '@vaultwright/operations'
import {
  parseSvmDefinition,
  permissionsOf,
  type SvmActionRequest,
  type SvmDefinition,
} from '@vaultwright/svm-builder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSolanaWorld, type SolanaWorld } from '../world.ts'

let world: SolanaWorld
let node: SolanaNode
let definition: SvmDefinition
beforeAll(async () => {
  world = await openSolanaWorld()
  node = openSolanaNode({ endpoints: [world.url], genesisHash: world.genesisHash, retries: 0 })
  definition = parseSvmDefinition(`kind: solana
name: Solana USD
chain: solana
genesis_hash: ${world.genesisHash}
vault: ${world.state}
vault_id: ${world.vaultId}
tokens:
  USDC: { mint: ${world.mints.usdc}, decimals: 6, program: token }
accounts:
  reserve: ${world.subAccount(1)}
  treasury: ${world.people.treasury}
priority_fee: { kind: recent, cap_micro_lamports: "5000" }
permissions:
  - { action: spl_token/transfer, sub_account: [0, 1], token: USDC, recipient: [reserve, treasury] }
`)
  for (const { operators, digest } of permissionsOf(definition))
    await world.permit(operators, digest)
})
afterAll(async () => {
  await node.close()
  await world.close()
})

const transfer = (recipient: string, amount = '1.5'): SvmActionRequest => ({
  route: 'spl_token/transfer',
  params: { token: 'USDC', recipient, amount, sub_account: 0 },
})

function build(requests: readonly SvmActionRequest[], simulate = true, chosen = definition) {
  const options = {
    version: 0 as const,
    computeUnitPriceMicroLamports: null,
    priorityFeeLamports: null,
    nonceAccount: null,
    lookupTables: [],
    computeBudget: true,
  }
  return buildOnSolana(node, { definition: chosen, requests, options, simulate, strategist: null })
}

test('law: a build asks the node three times at most, and less where it needs less', async () => {
  const fixed = parseFixed()
  const tripsOf = async (run: () => Promise<unknown>) => {
    const before = world.shim.requests()
    await run()
    return world.shim.requests() - before
  }
  expect(await tripsOf(() => build([transfer('treasury'), transfer('reserve')]))).toBe(3)
  expect(await tripsOf(() => build([transfer('treasury')], true, fixed))).toBe(2)
  expect(await tripsOf(() => build([transfer('treasury')], false, fixed))).toBe(1)
})

test('law: what moves between sub-accounts of the vault is no transfer', async () => {
  const { effect, simulation } = await build([transfer('reserve'), transfer('treasury', '0.25')])
  expect(simulation?.error).toBeNull()
  expect(effect).toMatchObject({
    transfers: [{ token: 'USDC', amount: '0.25', direction: 'out' }],
    warnings: [],
  })
})

test('refuses: a node that is away, at the first question', async () => {
  world.shim.fault({ kind: 'cut' })
  const request = build([transfer('treasury')])
  await expect(request).rejects.toMatchObject({ code: 'rpc_network', kind: 'unavailable' })
  world.shim.clearFaults()
})

test('golden: a node that does not simulate leaves the transaction as it was built', async () => {
  world.shim.fault({ kind: 'node_behind', methods: ['simulateTransaction'] })
  const { built, simulation, effect } = await build([transfer('treasury')])
  world.shim.clearFaults()
  expect(simulation).toMatchObject({ status: 'unavailable', error: { name: 'solana_refused' } })
  expect(effect?.transfers ?? []).toEqual([])
  expect((await world.execute(built.base64, ['strategist'])).err).toBeNull()
})

function parseFixed(): SvmDefinition {
  return { ...definition, priorityFee: { kind: 'fixed', price: 1_000n, cap: 5_000n } }
}

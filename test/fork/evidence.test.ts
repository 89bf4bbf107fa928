import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import { type LocalManifest, openChain } from '@vaultwright/chain'
import { type BatchCall, matchCall, readBatch } from '@vaultwright/manager'
import { claimsOf, evidenceOf, knownFactsOf, protocols, ruleBook } from '@vaultwright/protocols'
import { managerSelectors } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { localChainFolder, localChainOfTest, localTree } from '../support/node/local-chain.ts'
import { value } from './world.ts'

type Transaction = { readonly to: Hex | null; readonly input: Hex }

test('golden: actions whose evidence is a stand-in are those that the local chain has run and no package has', async () => {
  const { anvil, manifest } = await localChainOfTest()
  const chain = await openChain(anvil.rpc, { id: manifest.chainId })
  const { number: head } = await chain.readBlock('latest')
  const routes = new Set<string>()
  const trees = readdirSync(join(localChainFolder, 'trees')).map((name) =>
    openTree(name.replace('.json', ''), manifest),
  )
  for (let number = 0n; number <= head; number++) {
    const tag = `0x${number.toString(16)}`
    const block = (await value(anvil.rpc, 'eth_getBlockByNumber', tag, true)) as {
      readonly transactions: readonly Transaction[]
    }
    for (const { to, input } of block.transactions) {
      if (to === null || !input.startsWith(managerSelectors.manageVaultWithMerkleVerification))
        continue
      for (const call of flatten(readBatch(input, { manager: to }).calls)) {
        for (const { tree, claims } of trees) {
          const match = matchCall(call, { tree, rules: ruleBook })
          const positions = match.kind === 'none' ? [] : match.positions
          for (const position of positions) {
            const claim = claims[position]
            if (claim != null) routes.add(claim.pattern.action.route)
          }
        }
      }
    }
  }
  const actions = protocols.flatMap((protocol) => protocol.actions)
  const byKind = (kind: string) =>
    actions.filter((action) => evidenceOf(action).kind === kind).map(({ route }) => route)
  const real = new Set(byKind('real'))
  const expected = [...routes].filter((route) => !real.has(route))
  expect(byKind('double').sort()).toEqual(expected.sort())
})

/** A tree of the chain, its leaves read as actions. */
function openTree(name: string, { vaults }: LocalManifest) {
  const { vault, manager, drone } = vaults.find((entry) =>
    name.startsWith(entry.name.toLowerCase().replace(' ', '-')),
  )!
  const { tree } = localTree(name)
  const owner = { vault, manager, drones: drone === null ? [] : [drone] }
  return { tree, claims: claimsOf(tree.leaves, { owner, knownFacts: knownFactsOf(31337) }) }
}

function flatten(calls: readonly BatchCall[]): readonly BatchCall[] {
  return calls.flatMap((call) => [call, ...flatten(call.loan?.batch.calls ?? [])])
}

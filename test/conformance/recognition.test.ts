import { readFileSync } from 'node:fs'
import { inferDefinition, printDefinition } from '@vaultwright/definition'
import { parseTreeFile } from '@vaultwright/formats'
import { isPadding } from '@vaultwright/manager'
import { knownFactsOf, permissionsOf } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { hasRealTrees, readRealTree, realTreeNames } from '../support/call/real-tree.ts'

const slugs: Readonly<Record<string, string>> = { ethereum: 'mainnet' }

/** The description of a leaf, and the protocol that it therefore is. */
const expectedProtocols: readonly (readonly [RegExp, string])[] = [
  [/using 1inch/, 'one_inch'],
  [/Aave V3$/, 'aave_v3'],
  [/ (to|from) Comet$/, 'compound_v3'],
  [/MorphoBlue/, 'morpho_blue'],
  [/PancakeSwapV3/, 'pancake_swap_v3'],
  [/UniswapV3 (position|router)|UniswapV3 \S+ \S+ position/, 'uniswap_v3'],
  [/Velodrome/, 'velodrome'],
  // Gauges of Balancer are made after Curve's, and pay rewards through the same function.
  [/^Claim rewards from Balancer gauge/, 'curve'],
  [/ Balancer (pool|gauge)/, 'balancer_v2'],
  [/Flashloan/, 'balancer_v2'],
  [/ Curve (gauge|\S+ pool)/, 'curve'],
  [/merkl/i, 'merkl'],
  [/^(Deposit|Mint|Withdraw|Redeem) .*\bf(GHO|USDC|USDT|WETH|wstETH)\b/, 'fluid'],
  [/ Arbitrum$/, 'arbitrum'],
  [/ITB/, 'itb'],
]

test.skipIf(!hasRealTrees)(
  'behavior: every leaf of real trees is read as an action, of the protocol that its description names',
  () => {
    const wrong: string[] = []
    let [used, readCount, named] = [0, 0, 0]
    for (const name of realTreeNames) {
      const file = parseTreeFile(readRealTree(name))
      const { vault, manager } = file.metadata
      const first = name.split('-')[0]!
      const knownFacts = knownFactsOf(chainOf(slugs[first] ?? first)!.id)
      const { claims } = permissionsOf(file.tree.leaves, { vault: vault!, manager }, { knownFacts })
      for (const [slot, leaf] of file.tree.leaves.entries()) {
        if (isPadding(leaf)) continue
        used++
        const claim = claims[slot] ?? null
        if (claim === null) wrong.push(`${name} ${slot}: ${leaf.signature} is not read`)
        else readCount++
        const protocol = claim?.pattern.action.route.split('/')[0]
        const expected = expectedProtocols.find(([words]) => words.test(leaf.description))?.[1]
        if (expected === undefined || /^(approve|transfer)\(/.test(leaf.signature)) continue
        named++
        if (protocol !== expected && claim !== null) {
          wrong.push(
            `${name} ${slot}: "${leaf.description}" is read as ${claim.pattern.action.route}`,
          )
        }
      }
    }
    expect(wrong).toEqual([])
    expect({ used, read: readCount, named }).toEqual({ used: 3148, read: 3148, named: 1345 })
  },
)

test.skipIf(!hasRealTrees)(
  'golden: the page of definitions says how long one of a tree in use is',
  () => {
    const page = readFileSync(
      new URL('../../packages/definition/README.md', import.meta.url),
      'utf8',
    )
    const bytes = readRealTree('ethereum-lombard.json')
    const file = parseTreeFile(bytes)
    const chain = chainOf('mainnet')!
    const { definition, notes } = inferDefinition(file, {
      chain,
      vault: file.metadata.vault,
      name: 'vault',
      strategist: 'main',
      account: null,
      manager: null,
      orderPath: 'vault.order.json',
      knownFacts: knownFactsOf(chain.id),
    })
    const leafCount = file.tree.leaves.filter((leaf) => !isPadding(leaf)).length
    const jsonKilobytes = Math.round(bytes.length / 1_000)
    const lineCount = printDefinition(definition, notes).trimEnd().split('\n').length
    expect(page).toContain(
      `with ${leafCount} leaves, ${jsonKilobytes} kB of JSON, becomes ${lineCount} lines`,
    )
  },
)

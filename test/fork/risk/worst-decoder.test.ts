import type { Address } from '@vaultwright/base'
import { openChain, readPackedArguments } from '@vaultwright/chain'
import { fileOf } from '@vaultwright/formats'
import { buildLeafTree, droneTargetOf, type Leaf } from '@vaultwright/manager'
import {
  leafOf,
  type Pattern,
  patternsOf,
  protocols,
  ruleBook,
  sampleOf,
} from '@vaultwright/protocols'
import { risksOf, type WorstCall } from '@vaultwright/review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import {
  type DecoderChain,
  deployable,
  openDecoderChain,
  roles,
} from '../decoder/deployed-decoder.ts'

let world: DecoderChain
const decoders = new Map<string, Address>()
const counts = { ways: 0, accepted: 0, conditional: 0, local: 0, named: new Map<string, number>() }

beforeAll(async () => {
  world = await openDecoderChain()
  for (const { contract, takes, isComposite } of deployable) {
    if (!isComposite) decoders.set(contract, await world.deploy(contract, takes))
  }
})
afterAll(async () => {
  await world?.anvil.close()
  const { ways, accepted, conditional, local, named } = counts
  console.log(
    `worst calls: ${ways} ways out of every action by each decoder here, ${accepted} accepted, ${conditional} with their condition named (${[...named].map(([name, count]) => `${count} ${name}`).join(', ')}); ${local} of the trees of the local chain accepted`,
  )
})

type DecoderCase = {
  readonly worst: WorstCall
  readonly leaf: Leaf
  readonly what: string
  readonly names: readonly string[] | null
}

/** The worst calls that the decoders on a chain do not let through by their leaf, though no condition is named. */
async function refusedOf(
  asked: readonly DecoderCase[],
  chain: DecoderChain['chain'],
): Promise<readonly string[]> {
  const block = await chain.readBlock('latest')
  const refused: string[] = []
  for (const { worst, leaf, what, names } of asked) {
    const answer = await readPackedArguments(
      { chain, block, from: roles.manager! },
      worst.decoder,
      worst.data,
    )
    const behind = droneTargetOf(worst.data)?.slice(2).toLowerCase() ?? ''
    const held = leaf.arguments.map((one) => one.slice(2).toLowerCase()).join('')
    const isAccepted = answer.ok && `${answer.packed.slice(2).toLowerCase()}${behind}` === held
    const named = [
      ...worst.reads.map(({ read }) => read.function),
      ...worst.checks.map(({ check }) => check),
      ...worst.refusedBy.filter((name) => names === null || names.includes(name)),
    ]
    if (isAccepted) counts.accepted++
    else if (named.length === 0)
      refused.push(`${what}: ${JSON.stringify(answer)} for ${worst.data}`)
    else {
      counts.conditional++
      counts.named.set(named[0]!, (counts.named.get(named[0]!) ?? 0) + 1)
    }
  }
  return refused
}

test('law: every worst call is accepted by the decoder of its leaf, or its condition is named', async () => {
  const functions = protocols
    .flatMap(({ actions }) => actions)
    .flatMap((action) => patternsOf(action, ruleBook).flatMap((pattern) => waysOf(pattern)))
  expect(functions.length).toBeGreaterThan(400)
  counts.ways = functions.length
  expect(await refusedOf(functions, world.chain)).toEqual([])
  expect(counts.conditional).toBeLessThan(counts.accepted / 2)
})

/** The ways out of one leaf of an action, by each decoder here that packs so. */
function waysOf(pattern: Pattern): readonly DecoderCase[] {
  const { action, size } = pattern
  return deployable.flatMap(({ contract, rules }) => {
    const decoder = decoders.get(contract)
    if (decoder === undefined || !pattern.decoders.some((name) => rules.includes(name))) return []
    const actor = { decoder, self: roles.vault!, manager: roles.manager!, drone: null }
    const sample = { ...sampleOf(action, size ?? 0), self: actor.self, manager: actor.manager }
    const leaf = leafOf(pattern, sample as never, actor)
    const places = { vault: actor.self, manager: actor.manager, accountant: null, decoder }
    const report = risksOf(fileOf(buildLeafTree([leaf]), places), { rules: ruleBook })
    return report.risks.flatMap(({ worst, code }) =>
      worst === null
        ? []
        : [{ worst, leaf, what: `${code} of ${action.route} by ${contract}`, names: rules }],
    )
  })
}

test('law: so is every worst call of the trees of the local chain', async () => {
  const local = await startLocalChain()
  try {
    const drones = [placeOf(local, 'Local ETH: drone'), placeOf(local, 'Local USD: drone')]
    const names = [
      'eth-main-1',
      'eth-main-2',
      'eth-main-3',
      'eth-lending',
      'eth-trader',
      'usd-main-3',
    ]
    const before = counts.accepted
    for (const name of names) {
      const file = localTree(`local-${name}`)
      const { risks } = risksOf(file, { rules: ruleBook, drones })
      const worstCalls = risks.flatMap(({ worst, code }) =>
        worst === null
          ? []
          : [
              {
                worst,
                leaf: file.tree.leaves[worst.slot]!,
                what: `${code} of ${name}`,
                names: null,
              },
            ],
      )
      expect(worstCalls.length, name).toBeGreaterThan(0)
      const chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
      expect(await refusedOf(worstCalls, chain)).toEqual([])
    }
    counts.local = counts.accepted - before
  } finally {
    await local.anvil.close()
  }
})

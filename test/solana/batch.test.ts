import { BaseError } from '@vaultwright/base'
import { openSolanaNode, type SolanaNode, type SvmEffect } from '@vaultwright/chain'
import { buildOnSolana, type SolanaBuildResult } from '@vaultwright/operations'
import { type SvmAddress, systemProgram } from '@vaultwright/svm'
import type { SvmActionRequest } from '@vaultwright/svm-builder'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../support/runs.ts'
import { openVaultWorld, solanaUsd } from './vault-world.ts'
import type { SolanaWorld } from './world.ts'

let world: SolanaWorld
let node: SolanaNode
const counts = { batches: 0, executed: 0, failed: 0, moved: 0 }
const refusals = new Map<string, number>()

beforeAll(async () => {
  world = await openVaultWorld()
  const { url, genesisHash } = world
  node = openSolanaNode({ endpoints: [url], genesisHash })
})
afterAll(async () => {
  await node?.close()
  await world?.close()
  const { batches, executed, failed, moved } = counts
  const refused = [...refusals].map(([code, count]) => `${code} ${count}`).join(', ')
  console.log(
    `Solana batches: ${batches}, ${executed} executed with ${moved} transfers, ${failed} failed as simulated; refused: ${refused}`,
  )
})

/** At least so many batches; 500 in the campaign. */
const batches = Math.max(12, runsOf(1 / 40))

const units = (most: number) => fc.integer({ min: 1, max: most }).map((raw) => String(raw / 1_000))
const amount = units(3_000_000)
const all = fc.constant(undefined)
const transferTo = (token: string, recipient: string) => (params: object) => ({
  route: 'spl_token/transfer',
  params: { token, recipient, ...params },
})
const chosen = (weight: number, arbitrary: fc.Arbitrary<SvmActionRequest>) => ({
  weight,
  arbitrary,
})
const action = fc.oneof(
  chosen(
    18,
    fc.record({ sub_account: fc.constantFrom(0, 1), amount }).map(transferTo('USDC', 'treasury')),
  ),
  chosen(9, fc.record({ amount }).map(transferTo('XUSD', 'treasury'))),
  chosen(1, fc.record({ amount: all }).map(transferTo('XUSD', 'treasury'))),
  chosen(1, fc.record({ amount: units(9) }).map(transferTo('USDC', 'payroll'))),
  chosen(
    6,
    units(5_000).map((sol) => ({ route: 'spl_token/wrap', params: { amount: sol } })),
  ),
  chosen(3, fc.constant({ route: 'spl_token/unwrap', params: {} })),
  chosen(
    6,
    units(5_000).map((sol) => ({
      route: 'system/transfer',
      params: { recipient: 'treasury', amount: sol },
    })),
  ),
  chosen(
    3,
    fc.constant({
      route: 'associated_token/create',
      params: { token: 'USDC', owner: 'newcomer' },
    }),
  ),
)
const batch = fc.record({
  requests: fc.array(action, { minLength: 1, maxLength: 7 }),
  version: fc.constantFrom(0, 1),
})

test('law: what is built, signed and executed moves exactly what its simulation said', async () => {
  for (const { requests, version } of fc.sample(batch, { numRuns: batches, seed: 1_803 })) {
    counts.batches += 1
    world.refurnish()
    world.svm.expireBlockhash()
    const result = await buildOrRefuse(requests, version as 0 | 1)
    if (result !== null) await executeAndCompare(result)
  }
  expect(counts.executed).toBeGreaterThan(batches / 4)
  expect(counts.moved).toBeGreaterThan(counts.executed)
})

/** Refusals are answers too; those of the builder's own kinds. */
async function buildOrRefuse(
  requests: readonly SvmActionRequest[],
  version: 0 | 1,
): Promise<SolanaBuildResult | null> {
  const options = {
    version,
    computeUnitPriceMicroLamports: null,
    priorityFeeLamports: null,
    nonceAccount: null,
    lookupTables: solanaUsd.lookupTables,
    computeBudget: true,
  }
  try {
    return await buildOnSolana(node, {
      definition: solanaUsd,
      requests,
      options,
      simulate: true,
      strategist: null,
    })
  } catch (error) {
    if (!(error instanceof BaseError) || !permittedRefusals.has(error.code)) throw error
    refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1)
    return null
  }
}

const permittedRefusals = new Set([
  'digest_missing',
  'insufficient_balance',
  'transaction_too_large',
])

async function executeAndCompare({ built, simulation, effect, feeLamports }: SolanaBuildResult) {
  const before = holdings()
  const { strategist } = world.people
  const purse = world.lamportsOf(strategist)
  const { err } = await world.execute(built.base64, ['strategist'])
  const isSuccess = simulation!.status === 'succeeded'
  expect({ err: err !== null, simulated: simulation!.status }).toEqual({
    err: !isSuccess,
    simulated: isSuccess ? 'succeeded' : 'failed',
  })
  expect(purse - world.lamportsOf(strategist)).toBe(feeLamports)
  expect(changesBetween(before, holdings())).toEqual(changesOf(effect!))
  counts[isSuccess ? 'executed' : 'failed'] += 1
  counts.moved += effect!.transfers.length
}

type Balances = ReadonlyMap<SvmAddress, bigint>

/** The holdings of both sub-accounts, by mint; SOL as the system program. */
function holdings(): Balances {
  const owners = [world.subAccount(0), world.subAccount(1)]
  const sum = (read: (owner: SvmAddress) => bigint) =>
    owners.reduce((total, owner) => total + read(owner), 0n)
  const mints = Object.values(world.mints)
  return new Map([
    ...mints.map((mint) => [mint, sum((owner) => world.tokensOf(owner, mint) ?? 0n)] as const),
    [systemProgram, sum(world.lamportsOf)],
  ])
}

function changesBetween(before: Balances, after: Balances): Readonly<Record<string, bigint>> {
  const rows = [...after].map(([token, value]) => [token, value - before.get(token)!] as const)
  return Object.fromEntries(rows.filter(([, change]) => change !== 0n))
}

function changesOf({ transfers }: SvmEffect): Readonly<Record<string, bigint>> {
  return Object.fromEntries(
    transfers.map(({ tokenAddress, rawAmount, direction }) => [
      tokenAddress,
      direction === 'out' ? -rawAmount : rawAmount,
    ]),
  )
}

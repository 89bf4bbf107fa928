import { readFileSync } from 'node:fs'
import { openSolanaNode, type SolanaNode } from '@vaultwright/chain'
import {
  buildOnSolana,
  planSvmDigests,
  type SolanaBuildRequest,
  verifySvmAt,
} from '@vaultwright/operations'
import {
  decodeTransaction,
  readComputeBudget,
  readSquadsCreate,
  type SvmAddress,
  squadsProgram,
  squadsVaultOf,
} from '@vaultwright/svm'
import { parseSvmDefinition, type SvmDefinition } from '@vaultwright/svm-builder'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { kaminoAccount, kaminoPosition, kaminoVectors } from './support/kamino-account.ts'
import { squadsAccountOf } from './support/squads-account.ts'
import { filledAddress } from './support/vault-snapshot.ts'
import { putAccount } from './world/account.ts'
import { openSolanaWorld, type SolanaWorld } from './world.ts'

const text = readFileSync(new URL('../../fixtures/solana/solana-usd.yaml', import.meta.url), 'utf8')
const definition = parseSvmDefinition(text)
const recent = parseSvmDefinition(
  text.replace(/^priority_fee:.*$/m, 'priority_fee: { kind: recent, cap_micro_lamports: "5000" }'),
)
let world: SolanaWorld
let node: SolanaNode
/** Methods of each round trip. */
const rounds: (readonly string[])[] = []

beforeAll(async () => {
  world = await openSolanaWorld()
  node = openSolanaNode({
    endpoints: [world.url],
    genesisHash: world.genesisHash,
    fetch: async (url, init) => {
      rounds.push([JSON.parse(String(init.body))].flat().map(({ method }) => method))
      return fetch(url, init)
    },
  })
  const { transactions } = await planSvmDigests(node, definition, { prune: false, squads: null })
  for (const { base64 } of transactions) {
    expect(await world.execute(base64, ['authority'])).toMatchObject({ err: null })
  }
})
beforeEach(() => {
  rounds.length = 0
})
afterAll(async () => {
  await node.close()
  await world.close()
})

const params = { token: 'USDC', recipient: 'treasury', amount: '0.5' }

function build(of: SvmDefinition, change: Partial<SolanaBuildRequest> = {}) {
  const options = {
    version: 0,
    computeUnitPriceMicroLamports: null,
    priorityFeeLamports: null,
    nonceAccount: null,
    lookupTables: [],
    computeBudget: true,
    ...change.options,
  } as const
  const requests = [{ route: 'spl_token/transfer', params }]
  const request = { definition: of, requests, simulate: true, strategist: null }
  return buildOnSolana(node, { ...request, ...change, options })
}

/** The cost settings in a transaction's instructions. */
function budgetOf(base64: string) {
  const instructions = decodeTransaction(base64).message?.instructions ?? []
  return instructions.flatMap((instruction) => readComputeBudget(instruction) ?? [])
}

test('law: the fee that is stated is the fee that is paid, and the units suffice', async () => {
  const { built, feeLamports, simulation, effect } = await build(definition)
  expect(simulation?.status).toBe('succeeded')
  expect(effect?.transfers).toMatchObject([
    { token: 'USDC', rawAmount: 500_000n, direction: 'out' },
  ])
  const sent = await world.execute(built.base64, ['strategist'])
  expect(sent).toMatchObject({ err: null, feeLamports })
  expect(BigInt(built.computeUnitLimit ?? 0)).toBeGreaterThanOrEqual(sent.units)
  expect(built.computeUnitLimit).toBeLessThan(100_000)
})

test('golden: prices are those of the definition, of the caller, or recent ones below the cap', async () => {
  const fixed = await build(definition)
  expect(fixed.priorityFee).toEqual({ kind: 'fixed', microLamports: 1_000n, isCapped: false })
  const built = await build(definition, {
    options: { computeUnitPriceMicroLamports: 7n } as SolanaBuildRequest['options'],
  })
  expect(built.priorityFee.kind).toBe('given')
  expect(budgetOf(built.built.base64)).toContainEqual({ kind: 'unit_price', microLamports: 7n })
  const body = (fees: readonly number[]) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'svm_setPriorityFees', params: [fees] })
  const post = (fees: readonly number[]) =>
    fetch(world.url, {
      method: 'POST',
      body: body(fees),
      headers: { 'content-type': 'application/json' },
    })
  await post([0, 10, 20, 4_000])
  const low = await build(recent)
  expect(low.priorityFee).toEqual({ kind: 'recent', microLamports: 20n, isCapped: false })
  expect(budgetOf(low.built.base64)).toContainEqual({ kind: 'unit_price', microLamports: 20n })
  await post([90_000, 90_000, 90_000, 90_000])
  const high = await build(recent)
  expect(high.priorityFee).toEqual({ kind: 'recent', microLamports: 5_000n, isCapped: true })
  expect(await world.execute(high.built.base64, ['strategist'])).toMatchObject({ err: null })
})

test('golden: what was built is permitted by the accounts of one slot', async () => {
  const { built } = await build(definition, { simulate: false })
  rounds.length = 0
  const { verdict, snapshot } = await verifySvmAt(node, Buffer.from(built.base64, 'base64'), {
    definition,
    program: null,
  })
  expect(verdict).toMatchObject({ answer: 'yes', reasons: [], missing: [] })
  expect(snapshot.slot).toBeGreaterThanOrEqual(built.slot)
  expect(rounds).toHaveLength(1)
})

test('refuses: another strategist, a paused vault, and a simulation that fails is data', async () => {
  const pending = build(definition, { strategist: world.people.outsider })
  await expect(pending).rejects.toMatchObject({ code: 'unknown_strategist' })
  const { built } = await build(definition, { simulate: false })
  world.setState({ paused: true })
  await expect(build(definition)).rejects.toMatchObject({ code: 'vault_paused' })
  const { verdict } = await verifySvmAt(node, Buffer.from(built.base64, 'base64'), {
    definition,
    program: null,
  })
  expect(verdict).toMatchObject({ answer: 'no', reasons: [{ code: 'vault_paused' }] })
  world.setState({ paused: false })
  world.shim.fault({ kind: 'server_error', methods: ['simulateTransaction'] })
  const { simulation, effect } = await build(definition)
  world.shim.clearFaults()
  expect(simulation?.status).toBe('unavailable')
  expect(effect?.transfers).toEqual([])
})

test('golden: reserves that a position turns out to have are read in a second round', async () => {
  const { market, reserve, supply, addresses, farm } = kaminoVectors
  const entry = `token: USDC, reserve: ${reserve}, market: ${market}, liquidity_supply: ${supply}, collateral_mint: ${kaminoVectors.collateral_mint}, collateral_supply: ${kaminoVectors.collateral_supply}, farm: ${farm}`
  const kamino = parseSvmDefinition(`${text}  - { action: kamino/deposit, ${entry} }\n`)
  const plan = await planSvmDigests(node, kamino, { prune: false, squads: null })
  for (const { base64 } of plan.transactions) {
    expect(await world.execute(base64, ['authority'])).toMatchObject({ err: null })
  }
  const depositIn = (deposits: readonly (readonly [number, SvmAddress, bigint])[]) => {
    const position = kaminoPosition({ market, owner: kaminoVectors.sub_account, deposits })
    putAccount(world.svm, addresses.position, position)
    rounds.length = 0
    const requests = [
      { route: 'kamino/deposit', params: { token: 'USDC', reserve, amount: '0.5' } },
    ]
    return build(kamino, { requests, simulate: false })
  }
  putAccount(world.svm, reserve, kaminoAccount('target'))
  putAccount(world.svm, addresses.farmUser, kaminoAccount('pyth'))
  putAccount(world.svm, filledAddress(0x41), kaminoAccount('pyth'))
  const { built: first } = await depositIn([])
  expect([rounds.length, first.instructions.length]).toEqual([1, 5])
  const { built } = await depositIn([[5, filledAddress(0x41), 7n]])
  expect([rounds.length, built.instructions.length]).toEqual([2, 6])
  const { verdict } = await verifySvmAt(node, Buffer.from(built.base64, 'base64'), {
    definition: kamino,
    program: null,
  })
  expect(verdict.answer).toBe('yes')
})

test('golden: a plan is proposed to a multisig, whose transaction is judged by its address', async () => {
  const vectors = JSON.parse(
    readFileSync(new URL('../../fixtures/solana/squads.json', import.meta.url), 'utf8'),
  ) as { multisig: SvmAddress; creator: SvmAddress; multisig_accounts: readonly string[] }
  const { multisig, creator } = vectors
  const data = new Uint8Array(Buffer.from(vectors.multisig_accounts[0]!, 'hex'))
  putAccount(world.svm, multisig, { owner: squadsProgram, data })
  const squads = { multisig, creator, vaultIndex: 0 }
  const more = `${text}  - { action: system/transfer, recipient: payroll }\n`
  const wider = parseSvmDefinition(more)
  const plan = () => planSvmDigests(node, wider, { prune: false, squads })
  await expect(plan()).rejects.toMatchObject({ code: 'squads_refused' })
  world.setState({ authority: squadsVaultOf(multisig, 0) })
  const { transactions } = await plan()
  const [{ base64, proposal }] = transactions as [(typeof transactions)[number]]
  const { transaction, ...facts } = readSquadsCreate(
    decodeTransaction(base64).message!.instructions[0]!,
  )!
  const address = proposal!.transactionAddress
  const judge = () => verifySvmAt(node, address, { definition: wider, program: null })
  await expect(judge()).rejects.toMatchObject({ code: 'squads_transaction_missing' })
  const account = squadsAccountOf({
    ...facts,
    index: proposal!.index,
    accounts: transaction.accounts,
    instructions: transaction.message!.instructions,
  })
  putAccount(world.svm, address, { owner: squadsProgram, data: account })
  const { verdict } = await judge()
  expect(verdict.squads).toMatchObject({ multisig, creator, index: 42n })
  expect(verdict.reasons.map(({ code }) => code)).toEqual(['no_manage', 'permission_wanted'])
  // Anyone may make such an account with another program.
  putAccount(world.svm, address, { owner: world.program, data: account })
  await expect(judge()).rejects.toMatchObject({ code: 'squads_transaction_missing' })
  world.setState({ authority: world.people.authority })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseError } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { parseReadingWitness, printReadingWitness, replayReadingWitness } from '@vaultwright/check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, run, scratch } from '../../e2e/program.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { localTreeNames, localVault, readLocalNav } from '../../support/proven/local-nav.ts'

let local: LocalChain
let usd: Awaited<ReturnType<typeof readLocalNav>>

beforeAll(async () => {
  local = await startLocalChain()
  usd = await readLocalNav(local, localVault(local, 'Local USD'))
})
afterAll(() => local?.anvil.close())

const headOf = () => ({ blockHash: usd.block.hash, chainId: 31337 })

test('law: a witness gives its report again from the hash of the block alone, and comes back from its text', async () => {
  const text = printReadingWitness(usd.witness)
  const witness = parseReadingWitness(text)
  expect(witness).toEqual(usd.witness)
  expect(printReadingWitness(witness)).toBe(text)
  expect(await replayReadingWitness(witness, headOf())).toEqual(usd.report)
})

test('golden: the reported worth of Local USD is above what was counted, and of Local ETH an end is open', async () => {
  expect(usd.report).toMatchObject({
    answer: 'above',
    reported: '1759070.77836',
    bounds: { lower: '1751476.053282', upper: '1751476.053282' },
    nav: { gapRelative: '-0.004317464181333648' },
    places: { read: 4, empty: 10, failed: [], missingTrees: [], otherRoots: [], rootCount: 4 },
    unprovenBecause: [],
  })
  expect(usd.report.flags.map(({ flag }) => flag)).toEqual(['nav_incomplete'])
  const eth = await readLocalNav(local, localVault(local, 'Local ETH'))
  expect(eth.report.answer).toBe('unknown')
  expect(eth.report.bounds).toMatchObject({ lower: null, upper: null })
  expect(eth.report.places.failed).toHaveLength(2)
  expect(eth.report.flags.map(({ flag }) => flag)).toContain('nav_open')
  const unproven = eth.report.prices.filter(({ isProven }) => !isProven)
  expect(unproven.map(({ source }) => source)).toEqual(['fixed'])
})

test('law: without the tree of an older root the answer names it, and is not whole', async () => {
  const [first, ...later] = localTreeNames('Local USD')
  const { report } = await readLocalNav(local, localVault(local, 'Local USD', later))
  expect(first).toBe('local-usd-lending')
  expect(report.places.missingTrees).toHaveLength(1)
  expect(report.places.isComplete).toBe(false)
  expect(report.answer).toBe('unknown')
  expect(report.bounds.lower).toBeNull()
  expect(report.flags.map(({ flag }) => flag)).toEqual(['nav_open', 'nav_incomplete'])
})

test('law: where roots before a block were not looked for, the answer is not whole', async () => {
  const whole = localVault(local, 'Local USD')
  const { report, witness, block } = await readLocalNav(local, { ...whole, fromBlock: 1n })
  expect(report.places).toMatchObject({ logsFrom: '1', rootCount: 4, isComplete: false })
  expect(report.flags.at(0)?.reason).toContain('roots before block 1 were not looked for')
  const head = { blockHash: block.hash, chainId: 31337 }
  expect(await replayReadingWitness(witness, head)).toEqual(report)
})

test.each([
  ['another block', { blockHash: `0x${'12'.repeat(32)}` as const }, 'invalid_state_proof'],
  ['another chain', { chainId: 1 }, 'invalid_reading'],
])('refuses: %s', async (_, other, code) => {
  const refusal = await replayReadingWitness(usd.witness, { ...headOf(), ...other }).catch(
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(BaseError)
  expect(refusal).toMatchObject({ code })
})

test('refuses: a piece that is missing or not used, another result, and another price that is told', async () => {
  const { witness } = usd
  const { nodes, codes, result } = witness
  const changes = [
    { nodes: nodes.slice(1) },
    { codes: codes.slice(1) },
    { nodes: [...nodes, '0xc0'] as const },
    { result: { ...result, reported: '1' } },
    { observed: witness.observed.map((quote) => ({ ...quote, price: '2' })) },
    { plan: { ...witness.plan, subjects: witness.plan.subjects.slice(1) } },
  ]
  for (const change of changes) {
    await expect(replayReadingWitness({ ...witness, ...change }, headOf())).rejects.toBeInstanceOf(
      BaseError,
    )
  }
})

test('behavior: nav show writes a witness that nav replay follows offline, and both exit with 1 on a flag', () => {
  const folder = scratch()
  const { vault, manager, accountant } = local.manifest.vaults.find(
    ({ name }) => name === 'Local USD',
  )!
  const file = join(folder, 'nav.json')
  const trees = localTreeNames('Local USD').flatMap((name) => [
    '--tree',
    `fixtures/chain/trees/${name}.json`,
  ])
  const words = ['nav', 'show', vault, '--manager', manager, '--accountant', accountant.address]
  const node = ['--rpc-url', local.anvil.url, '--chain', 'local']
  const shown = run([...words, ...trees, ...node, '--witness', file])
  expect(shown.code).toBe(1)
  expect(shown.out).toContain('Is the reported worth within what was counted?')
  expect(shown.out).toContain('Not covered:')
  const offline = ['nav', 'replay', file, '--block-hash', usd.block.hash]
  const replayed = run([...offline, '--chain', 'local'])
  expect(replayed).toEqual(shown)
  expect(ask([...offline, '--chain', 'local'])).toMatchObject({ ok: false, chain: 'local' })
  expect(run(offline).code).toBe(2)
  writeFileSync(file, '{}')
  expect(run([...offline, '--chain', 'local']).code).toBe(3)
})

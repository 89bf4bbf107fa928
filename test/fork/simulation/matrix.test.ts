import type { Hex } from '@vaultwright/base'
import { compareSimulations, crossCheck, simulateProvenOn } from '@vaultwright/chain'
import type { TreeFile } from '@vaultwright/formats'
import { decodeBatch, type LeafTree, selectorOf, verifyCalldata } from '@vaultwright/manager'
import { readManager, verifyAtBlock } from '@vaultwright/operations'
import { decodeRevert, replayWitness, type Simulation } from '@vaultwright/outcome'
import { parseWitness, printWitness } from '@vaultwright/proof'
import { ruleBook } from '@vaultwright/protocols'
import { managerErrorSelectors } from '@vaultwright/registry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessCases } from './matrix/access.ts'
import type { Made, MatrixCase, Refused } from './matrix/case.ts'
import { decoderCases } from './matrix/decoder.ts'
import { droneCases } from './matrix/drone.ts'
import { effectCases } from './matrix/effect.ts'
import { loanCases } from './matrix/loan.ts'
import { multisigCases } from './matrix/multisig.ts'
import { positionCases } from './matrix/position.ts'
import { proofCases } from './matrix/proof.ts'
import { shapeCases } from './matrix/shape.ts'
import { readKnownState } from './matrix/state.ts'
import { type MatrixWorld, openMatrixWorld, type Transaction } from './matrix/world.ts'

const groups = {
  access: accessCases,
  shape: shapeCases,
  proof: proofCases,
  effect: effectCases,
  decoder: decoderCases,
  drone: droneCases,
  loan: loanCases,
  position: positionCases,
  multisig: multisigCases,
}

let world: MatrixWorld
const made = new Map<MatrixCase, Made>()
const columns = ['accepted', 'certain', 'unnamed', 'possible', 'no batch'] as const
type Column = (typeof columns)[number]
const seen: { readonly group: string; readonly column: Column }[] = []

beforeAll(async () => {
  world = await openMatrixWorld()
  for (const one of Object.values(groups).flat()) made.set(one, one.make(world))
  await world.settle()
}, 120_000)

afterAll(async () => {
  await world?.close()
  const count = (group: string | null, column: Column | null) =>
    seen.filter(
      (one) => (group ?? one.group) === one.group && (column ?? one.column) === one.column,
    ).length
  const rowOf = (group: string | null) =>
    [group ?? 'all', count(group, null), ...columns.map((column) => count(group, column))].join(
      '\t',
    )
  const heads = ['group', 'cases', 'accepted', 'by name', 'unnamed', 'possible', 'no batch']
  const rows = [...Object.keys(groups), null].map(rowOf)
  console.log(['acceptance matrix; refusals as foreseen', heads.join('\t'), ...rows].join('\n'))
  console.log(
    `verdicts at a block: ${online.permitted} permitted, ${online.refused} refused, ${online.failing} with a call that fails by itself`,
  )
})

for (const [group, cases] of Object.entries(groups)) {
  describe(group, () => {
    for (const one of cases) {
      test(`${one.refused === null ? 'accepted' : 'refused'}: ${one.name}`, () => run(group, one))
    }
  })
}

async function run(group: string, one: MatrixCase): Promise<void> {
  const { before = [], ...rest } = made.get(one)!
  const snapshot = await world.ask('evm_snapshot')
  try {
    for (const transaction of before) {
      expect(await world.send(transaction)).toMatchObject({ status: '0x1' })
    }
    if (one.refused?.foreseen !== 'no batch') await foresee(one, rest)
    await judge(one, rest)
    await ask(one, rest)
    seen.push({ group, column: one.refused?.foreseen ?? 'accepted' })
  } finally {
    await world.ask('evm_revert', snapshot)
  }
}

/** What the toolkit says before the chain is asked. */
async function foresee(one: MatrixCase, what: Made): Promise<void> {
  const { data, tree, managerTree } = what
  const { from = world.of('strategist'), manager = world.manager, lender = 'honest' } = what
  const managerState = await readKnownState(world, { from, manager, data, lender })
  const { prediction, verdict } = verifyCalldata(data, {
    rules: ruleBook,
    manager,
    ...managerState,
    ...(tree === null ? {} : { tree }),
    ...(managerTree === undefined ? {} : { managerTree }),
  })
  const { certain, possible } = prediction
  if (one.refused === null) {
    expect(certain).toBeNull()
    expect(verdict).not.toBe('refused')
    return
  }
  const { error, foreseen } = one.refused
  const names = possible.map((each) => each.error)
  switch (foreseen) {
    case 'certain':
      expect(certain).toMatchObject(expectedRefusal(one.refused))
      return
    case 'unnamed':
      expect(certain).toMatchObject({ error: null, callPath: one.refused.path })
      return
    default:
      // An error of foreign code has no name in a prediction.
      expect(names).toContain(isForeign(error) ? null : error)
      if (certain !== null) expect(certain.error).not.toBe(error)
  }
}

/** At a block the verdict is what the node answers, or says in a finding that only a call itself fails. */
async function judge(one: MatrixCase, what: Made): Promise<void> {
  const { from = world.of('strategist'), manager = world.manager, data, tree, managerTree } = what
  const { chain } = world
  const block = await chain.readBlock('latest')
  const reading = await readManager(chain, { manager, strategist: from, block })
  const files = { file: fileOf(tree), managerFile: fileOf(managerTree), reads: {} }
  const verification = verifyAtBlock(chain, data, { files, reading, rules: ruleBook })
  if (one.refused?.foreseen === 'no batch') {
    await expect(verification).rejects.toThrow()
    return
  }
  const { verdict, findings } = await verification
  const [answer] = await chain.readCalls([{ to: manager, from, data }], block)
  expect(verdict.ok).toBe(verdict.verdict === 'proven')
  if (answer?.ok === true || verdict.ok === false) {
    online[verdict.ok ? 'permitted' : 'refused']++
    expect(verdict.ok).toBe(answer?.ok)
    return
  }
  online.failing++
  expect(findings.map(({ code }) => code)).toContain('run_reverts')
  expect(isCallsOwn(one.refused!.error)).toBe(true)
}

const online = { permitted: 0, refused: 0, failing: 0 }

function fileOf(tree: LeafTree | null | undefined): TreeFile | undefined {
  return tree === null || tree === undefined ? undefined : ({ tree } as TreeFile)
}

/** Neither the Manager nor a decoder refuses: the called contract does. */
function isCallsOwn(error: string): boolean {
  return !error.startsWith('ManagerWithMerkleVerification__') && !error.includes('Decoder')
}

/** A batch never gets NotInProgress from its own Manager, which asks before it is called back. */
function isForeign(error: string): boolean {
  const isOther = error === 'Error' || error.endsWith('FlashLoanNotInProgress')
  return isOther || !(error in managerErrorSelectors)
}

function expectedRefusal({ error, path, arguments: args }: Refused) {
  return { error, callPath: path, ...(args === undefined ? {} : { arguments: args }) }
}

/** What both engines say, and then the chain itself. */
async function ask(one: MatrixCase, what: Made): Promise<void> {
  const { from = world.of('strategist'), manager = world.manager } = what
  const { data } = what
  const transaction = what.wrapped ? await what.wrapped(world) : { from, to: manager, data }
  const checked = await crossCheck(world, { ...transaction, vault: world.vault })
  if (!checked.agreed) expect(checked.differences).toEqual([])
  if (!checked.agreed) throw new Error('the engines differ')
  for (const simulation of [checked.simulation, checked.fork]) assertOutcome(one, simulation)
  await assertProven(checked.simulation, transaction)
  if (one.refused === null) assertManaged(data, checked.simulation)
  one.check?.(checked.simulation, world)
  await assertMined(checked.simulation, transaction)
}

/** What follows from the block's hash alone is what the node says, to the unit of gas; and again offline. */
async function assertProven(node: Simulation, transaction: Transaction): Promise<void> {
  const { block } = node
  const request = { ...transaction, vault: world.vault, block }
  const proven = await simulateProvenOn(world.chain, request)
  expect(compareSimulations(node, proven.simulation)).toEqual([])
  expect(proven.simulation.gasUsed).toBe(node.gasUsed)
  const witness = printWitness(proven.witness)
  const replayed = await replayWitness(parseWitness(witness), block.hash)
  expect(replayed.simulation).toEqual(proven.simulation)
  expect(printWitness(replayed.witness) === witness).toBe(true)
}

/** What was simulated is what the chain says when it is asked, and does when it is sent. */
async function assertMined({ outcome, logs }: Simulation, transaction: Transaction): Promise<void> {
  const call = { method: 'eth_call', params: [transaction, 'latest'] }
  const [answer] = await world.chain.rpc.ask([call])
  if (outcome.status === 'success') expect(answer).toMatchObject({ ok: true })
  else expect(answer).toMatchObject({ ok: false, error: { data: outcome.revert.data } })
  const mined = await world.send(transaction)
  expect(mined.status).toBe(outcome.status === 'success' ? '0x1' : '0x0')
  const eventOf = ({
    address,
    topics,
  }: {
    readonly address: Hex
    readonly topics: readonly Hex[]
  }) => `${address.toLowerCase()} ${topics.join()}`
  expect(mined.logs.map(eventOf)).toEqual(logs.map(eventOf))
}

/** An accepted batch says at its end how many calls it made. */
function assertManaged(data: Hex, { logs }: Simulation): void {
  const last = logs.findLast(({ decoded }) => decoded?.name === 'BoringVaultManaged')
  const count = BigInt(decodeBatch(data).calls.length)
  expect(last?.decoded?.arguments).toEqual({ callsMade: count })
}

function assertOutcome({ refused }: MatrixCase, { outcome }: Simulation): void {
  if (refused === null) {
    expect(outcome).toEqual({ status: 'success' })
    return
  }
  if (outcome.status === 'success') expect.fail(`accepted instead of ${refused.error}`)
  const { error, arguments: args, path } = refused
  expect(decodeRevert(outcome.revert.data).name ?? outcome.revert).toEqual(
    outcome.revert.name ?? expect.objectContaining({ selector: selectorOf(`${error}()`) }),
  )
  if (outcome.revert.name !== null) expect(outcome.revert.name).toBe(error)
  if (args !== undefined) expect(outcome.revert).toMatchObject({ arguments: args })
  expect(outcome.failing?.path ?? null).toEqual(path)
}

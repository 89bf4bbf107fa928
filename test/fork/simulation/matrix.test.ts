import type { TreeFile } from '@vaultwright/formats'
import { type LeafTree, verifyCalldata } from '@vaultwright/manager'
import { readManager, verifyAtBlock } from '@vaultwright/operations'
import { ruleBook } from '@vaultwright/protocols'
import { managerErrorSelectors } from '@vaultwright/registry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreementHeads, openAgreements, printAgreements } from '../../support/proven/agreement.ts'
import { safetyPage } from '../safety-page.ts'
import type { Made, MatrixCase, Refused } from './matrix/case.ts'
import { assertEngines } from './matrix/engine.ts'
import { matrixGroups as groups } from './matrix/group.ts'
import { readKnownState } from './matrix/state.ts'
import { type MatrixWorld, openMatrixWorld } from './matrix/world.ts'

let world: MatrixWorld
const agreements = openAgreements('cancun')
const transactions = new Map<MatrixCase, Made>()
const columns = ['accepted', 'certain', 'unnamed', 'possible', 'no batch'] as const
type Column = (typeof columns)[number]
const results: { readonly group: string; readonly column: Column }[] = []

beforeAll(async () => {
  world = await openMatrixWorld()
  for (const matrixCase of Object.values(groups).flat())
    transactions.set(matrixCase, matrixCase.make(world))
  await world.settle()
})

afterAll(async () => {
  await world?.close()
  const count = (group: string | null, column: Column | null) =>
    results.filter(
      (one) => (group ?? one.group) === one.group && (column ?? one.column) === one.column,
    ).length
  const rowOf = (group: string | null) =>
    [group ?? 'all', count(group, null), ...columns.map((column) => count(group, column))].join(
      '\t',
    )
  const heads = ['group', 'cases', 'accepted', 'by name', 'unnamed', 'possible', 'no batch']
  const rows = [...Object.keys(groups), null].map(rowOf)
  console.log(['acceptance matrix; refusals as foreseen', heads.join('\t'), ...rows].join('\n'))
  console.log(`${agreementHeads}\n${printAgreements('acceptance matrix', agreements)}`)
  console.log(
    `verdicts at a block: ${online.permitted} permitted, ${online.refused} refused, ${online.failing} with a call that fails by itself`,
  )
})

for (const [group, cases] of Object.entries(groups)) {
  describe(group, () => {
    for (const matrixCase of cases) {
      test(`${matrixCase.refused === null ? 'accepted' : 'refused'}: ${matrixCase.name}`, () =>
        run(group, matrixCase))
    }
  })
}

test('golden: the page of safety says how many batches there are, and how their refusals are foreseen', () => {
  const refusals = Object.values(groups).flatMap((cases) =>
    cases.flatMap(({ refused }) => refused ?? []),
  )
  const countOf = (foreseen: Refused['foreseen']) =>
    refusals.filter((refused) => refused.foreseen === foreseen).length
  const count = transactions.size
  expect(safetyPage).toContain(`${count} batches are sent to the Manager`)
  expect(safetyPage).toContain(
    `${count - refusals.length} are accepted and ${refusals.length} refused`,
  )
  expect(safetyPage).toContain(
    `${countOf('certain')} refusals by the name of the error, ${countOf('unnamed')} without a name and ${countOf('possible')} as one of several that may come; ${countOf('no batch')} are not a batch`,
  )
  expect(safetyPage).toContain(`on all ${count} batches by the rules of Cancun`)
})

async function run(group: string, one: MatrixCase): Promise<void> {
  const { before = [], ...sent } = transactions.get(one)!
  const snapshot = await world.ask('evm_snapshot')
  try {
    for (const transaction of before) {
      expect(await world.send(transaction)).toMatchObject({ status: '0x1' })
    }
    if (one.refused?.foreseen !== 'no batch') await foresee(one, sent)
    await judge(one, sent)
    await assertEngines(world, { one, made: sent, agreements })
    results.push({ group, column: one.refused?.foreseen ?? 'accepted' })
  } finally {
    await world.ask('evm_revert', snapshot)
  }
}

/** Checks the toolkit's forecast before the chain is asked. */
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

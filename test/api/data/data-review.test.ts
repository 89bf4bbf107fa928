import type { Hex } from '@vaultwright/base'
import { printHex } from '@vaultwright/base'
import { parseTreeFile, printSolidity, type TreeFile } from '@vaultwright/formats'
import { rootOf } from '@vaultwright/merkle'
import { emptyFacts, ruleBook } from '@vaultwright/protocols'
import { joinNames, registryNames } from '@vaultwright/registry'
import {
  compareTrees,
  comparisonJsonOf,
  riskReportJsonOf,
  risksOf,
  treeNames,
} from '@vaultwright/review'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import {
  addressOf,
  draftOf,
  rootOfNumber,
  strategists,
  treeOf,
} from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, type TestTenant, testActor } from '../support/harness.ts'

const vault = addressOf(1)
let api: TestApi
let otherTenant: TestTenant

beforeAll(async () => {
  api = await openTestApi()
  otherTenant = await api.addTenant('other')
  for (const { id } of [api.tenant, otherTenant.tenant]) {
    await api.store.vaults.put(id, draftOf(1), testActor)
  }
})
afterAll(() => api.close())

type Asker = Pick<TestTenant, 'as'>

async function push(file: TreeFile, who: Asker = api): Promise<Hex> {
  const body = {
    chain: 'base',
    vault_address: vault,
    strategist_address: strategists[0],
    tree: printSolidity(file),
  }
  const { status } = await api.ask('POST', '/v1/trees', { headers: await who.as('curator'), body })
  expect(status).toBe(200)
  return printHex(rootOf(file.tree.tree))
}

async function read(rest: string, who: Asker = api) {
  return api.ask('GET', `/v1/trees/${rest}`, { headers: await who.as('viewer') })
}

const jsonOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part)))
/** As the store gives it back. */
const reread = (file: TreeFile) => parseTreeFile(printSolidity(file))

test('golden: the risk of a tree is the JSON of the command line', async () => {
  const file = reread(treeOf(1))
  const { status, body } = await read(`${await push(file)}/risk`)
  const report = risksOf(file, { rules: ruleBook, facts: emptyFacts })
  expect(status).toBe(200)
  expect(body.data).toEqual(jsonOf(riskReportJsonOf(report)))
  expect(body.data.risks.length).toBeGreaterThan(0)
})

test('golden: the difference of two trees is the JSON of the command line', async () => {
  const [before, after] = [reread(treeOf(2)), reread(treeOf(3, 'other words'))]
  const [first, two] = [await push(before), await push(after)]
  const { status, body } = await read(`${first}/diff/${two}`)
  const names = joinNames(registryNames(null), treeNames(before), treeNames(after))
  const comparison = compareTrees(before, after, { rules: ruleBook })
  expect(status).toBe(200)
  expect(body.data).toEqual(jsonOf(comparisonJsonOf(comparison, { names, whole: true })))
  expect(body.data.root).toEqual({ before: first, after: two })
  const back = await read(`${two}/diff/${first}`)
  expect(back.body.data.added).toHaveLength(body.data.removed.length)
  const same = await read(`${first}/diff/${first}`)
  expect(same.body.data.summary.sets).toEqual([])
})

test('law: a tenant reads reviews of its own trees alone, in its own words', async () => {
  const owners = [api, otherTenant] as const
  const pushes = fc.array(
    fc.record({ number: fc.integer({ min: 10, max: 12 }), owner: fc.nat(1) }),
    { maxLength: 6 },
  )
  const held = [new Set<number>(), new Set<number>()]
  const rootOfTree = (number: number) => printHex(rootOf(treeOf(number).tree.tree))
  await fc.assert(
    fc.asyncProperty(pushes, async (acts) => {
      for (const { number, owner } of acts) {
        await push(treeOf(number, `words of ${owner}`), owners[owner])
        held[owner]!.add(number)
      }
      for (const [owner, who] of owners.entries()) {
        for (const number of [10, 11, 12]) {
          const [root, next] = [number, 10 + ((number - 9) % 3)].map(rootOfTree)
          const isHeld = held[owner]!.has(number)
          const risk = await read(`${root}/risk`, who)
          expect(risk.status).toBe(isHeld ? 200 : 404)
          const diff = await read(`${root}/diff/${next}`, who)
          const isPair = isHeld && held[owner]!.has(10 + ((number - 9) % 3))
          expect(diff.status).toBe(isPair ? 200 : 404)
          expect(risk.text + diff.text).not.toContain(`words of ${1 - owner}`)
        }
      }
    }),
    { numRuns: runsOf(0.05) },
  )
})

test('refuses: a tree of another tenant looks like one that is not there', async () => {
  const root = await push(treeOf(20), otherTenant)
  const mine = await push(treeOf(21))
  const none = rootOfNumber(77)
  for (const pathOf of [
    (hash: string) => `${hash}/risk`,
    (hash: string) => `${hash}/diff/${mine}`,
    (hash: string) => `${mine}/diff/${hash}`,
  ]) {
    const [theirs, nowhere] = [await read(pathOf(root)), await read(pathOf(none))]
    expect(theirs.status).toBe(404)
    expect(theirs.body.error.code).toBe('tree_not_found')
    expect(theirs.text.replaceAll(root, '')).toBe(nowhere.text.replaceAll(none, ''))
  }
})

test('refuses: what is not a root hash, in either place', async () => {
  const root = await push(treeOf(22))
  for (const path of ['0x12/risk', `0x12/diff/${root}`, `${root}/diff/zz`]) {
    const { status, body } = await read(path)
    expect([status, body.error.code]).toEqual([400, 'invalid_root_hash'])
  }
})

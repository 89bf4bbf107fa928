import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildActions } from '@vaultwright/builder'
import { expect, test } from 'vitest'
import { builtOf, traderContext, trading } from '../../support/swap/swap-answer.ts'
import { root, run, scratch } from '../program.ts'

const folder = scratch()
const tree = join(root, 'fixtures/chain/trees/local-eth-trader.json')
const actions = [{ route: 'native_wrapper/wrap', params: { amount: '1' } }]
const answer = builtOf(await buildActions(traderContext, actions))
const request = {
  chain: 'local',
  vault_address: trading.vault,
  strategist_address: trading.trader,
  actions,
}
const written = (name: string, value: unknown) => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(value))
  return path
}
const [answerPath, requestPath] = [written('a.json', answer), written('r.json', request)]

test('golden: check says Yes to an honest answer, No to another amount, Open without the request', () => {
  const yes = run(['check', answerPath, '--request', requestPath, '--tree', tree])
  expect(yes.code).toBe(0)
  expect(yes.out).toContain('Yes: it follows.  build')
  expect(yes.out).toContain('is the root in force')
  const twice = written('twice.json', {
    ...request,
    actions: [{ route: 'native_wrapper/wrap', params: { amount: '2' } }],
  })
  const no = run(['check', answerPath, '--request', twice, '--tree', tree, '--json'])
  expect(no.code).toBe(1)
  expect(JSON.parse(no.out)).toMatchObject({ ok: false, answer: 'no', kind: 'build' })
  const open = run(['check', answerPath, '--tree', tree])
  expect([open.code, open.out.split('\n')[0]]).toEqual([
    1,
    'Open: not all of it can be told.  build',
  ])
  expect(run(['check', answerPath, '--tree', tree, '--allow-conditional']).code).toBe(0)
})

test('refuses: what is no answer or no request, with the exit code of input', () => {
  const otherFile = written('other.json', { hello: 1 })
  const refused = run(['check', otherFile, '--json'])
  expect(refused.code).toBe(3)
  expect(refused.out + refused.err).toContain('unknown_answer')
  expect(run(['check', answerPath, '--request', otherFile, '--tree', tree]).code).toBe(3)
})

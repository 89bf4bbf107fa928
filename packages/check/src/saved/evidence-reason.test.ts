import type { Address, Hex } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { type HonestAnswer, honest } from '../../../../test/support/call/saved-answer.ts'
import { trading } from '../../../../test/support/swap/swap-answer.ts'
import type { RootInForce } from './evidence-reason.ts'
import { checkSavedAnswer } from './saved-answer.ts'

const { manager, trader, root, vault } = trading
const hash: Hex = `0x${'ab'.repeat(32)}`
const otherHash: Hex = `0x${'cd'.repeat(32)}`
const outsider: Address = `0x${'12'.repeat(20)}`
const inForce: RootInForce = {
  root,
  manager,
  strategist: trader,
  chainId: 31337,
  vault: null,
  block: { hash, compared: hash },
}
const check = ({ answer, inputs }: HonestAnswer, rootInForce: RootInForce) =>
  checkSavedAnswer(JSON.stringify(answer), { ...inputs, rootInForce })
const kindsOfTree = ['build', 'simulation', 'quote', 'market', 'limit_order']
const ofTree = honest.filter(({ kind }) => kindsOfTree.includes(kind))
const ofOthers = honest.filter(({ kind }) => !kindsOfTree.includes(kind))

test.each(ofTree)('golden: the root of $kind is in force, and on whose word', (one) => {
  const messages = (rootInForce: RootInForce) => {
    const { reasons } = check(one, rootInForce)
    expect(reasons.filter(({ weight }) => weight === 'no')).toEqual([])
    return reasons.map(({ message }) => message).join('\n')
  }
  expect(messages(inForce)).toContain(`in force in block ${hash}, as follows from that hash`)
  expect(messages(inForce)).not.toContain('It holds while')
  const uncompared = { ...inForce, block: { hash, compared: null } }
  expect(messages(uncompared)).toContain('compare it with another source')
  const message = messages({ ...inForce, vault, block: null })
  expect(message).toContain('A node says')
  expect(message).not.toContain('is the word of the tree file')
})

test.each(ofTree)('law: an answer of $kind is a No by each other value of the evidence', (one) => {
  const changes: readonly Partial<RootInForce>[] = [
    { root: otherHash },
    { manager: outsider },
    { strategist: outsider },
    { chainId: 1 },
    { block: { hash, compared: otherHash } },
  ]
  for (const change of changes)
    expect(check(one, { ...inForce, ...change }).answer, JSON.stringify(change)).toBe('no')
})

test.each(ofOthers)(
  'refuses: the root in force says nothing of $kind, and is not passed over',
  (one) => {
    const { answer, reasons } = check(one, inForce)
    expect(answer).toBe('open')
    expect(reasons[0]!.message).toContain('is not held against the root in force')
  },
)

test('refuses: a root whose strategist the request does not name', () => {
  const build = ofTree[0]!
  const { strategist_address: _, ...request } = build.inputs.request!
  const checked = check({ ...build, inputs: { ...build.inputs, request } }, inForce)
  expect(checked.answer).toBe('open')
})

test('refuses: a witness beside an answer that no witness is of, and one that does not run', () => {
  const witnessRun = {
    witness: {} as never,
    replay: { ok: false, message: 'A node is missing.' },
  } as const
  const verdictOf = (kind: string) => {
    const { answer, inputs } = honest.find((one) => one.kind === kind)!
    return checkSavedAnswer(JSON.stringify(answer), { ...inputs, witnessRun })
  }
  expect(verdictOf('build').answer).toBe('open')
  expect(verdictOf('simulation').reasons[0]).toMatchObject({
    weight: 'no',
    message: 'The witness does not run again: A node is missing.',
  })
})

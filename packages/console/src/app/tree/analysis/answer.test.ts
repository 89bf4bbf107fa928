import { readFileSync } from 'node:fs'
import { finishSteps, type Steps } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { openTreeOf } from '../state/open-tree.ts'
import { answerQuestion, emptyState } from './answer.ts'
import { runInSlices } from './slice.ts'

const run = {
  finish: async <Result>(steps: Steps<Result>) => finishSteps(steps),
  report: () => {},
}
const blobOf = (name: string) => new Blob([readFileSync(`fixtures/trees/${name}`)])
const origin = { key: 'a', name: 'a', ms: 0 }

async function opened(name: string, finish = run.finish) {
  const state = emptyState()
  const source = { kind: 'file', content: blobOf(name) } as const
  const file = await answerQuestion<'open'>({ kind: 'open', tree: 'a', source, book: [] }, state, {
    ...run,
    finish,
  })
  return { state, file }
}

test('golden: every question of a tree is answered with values that threads can hand over', async () => {
  const { state } = await opened('example-1024.json')
  const otherContent = { kind: 'file', content: blobOf('variant-gaps.json') } as const
  await answerQuestion<'open'>(
    { kind: 'open', tree: 'b', source: otherContent, book: [] },
    state,
    run,
  )
  const meaning = await answerQuestion<'meaning'>({ kind: 'meaning', tree: 'a' }, state, run)
  const leaf = await answerQuestion<'leaf'>({ kind: 'leaf', tree: 'a', slot: 6 }, state, run)
  const risk = await answerQuestion<'risk'>({ kind: 'risk', tree: 'a' }, state, run)
  const worst = await answerQuestion<'worst'>({ kind: 'worst', tree: 'a', way: 0 }, state, run)
  const diff = await answerQuestion<'diff'>({ kind: 'diff', before: 'a', after: 'b' }, state, run)
  const call = {
    target: '0x42Fe14f1b2227632E43368097A9B7cAe538a125a',
    data: '0x',
    value: '0',
  } as const
  const reason = await answerQuestion<'explain'>({ kind: 'explain', tree: 'a', call }, state, run)
  const text = readFileSync('fixtures/policy/strict.json', 'utf8')
  const policy = await answerQuestion<'policy'>({ kind: 'policy', tree: 'a', text }, state, run)
  const all = { meaning, leaf, risk, worst, diff, reason, policy }
  expect(structuredClone(all)).toEqual(all)
  expect(leaf.sentence).toMatch(/^Supply any amount of /)
  expect(leaf.labels).toEqual(['asset', 'onBehalfOf'])
  expect(meaning.permissions.length).toBeGreaterThan(100)
  expect(worst).toMatch(/^slot \d+: /)
  expect(reason.verdict).toBe('refused')
  expect(policy.length).toBeGreaterThan(0)
  expect(diff.head.join('\n')).toContain('923 → 6')
})

test('law: work in slices gives what work at once gives', async () => {
  const { file } = await opened('example-1024.json')
  const sliced = await opened('example-1024.json', runInSlices)
  expect(sliced.file).toEqual(file)
})

test('refuses: a tree of the service under another root is never sound', async () => {
  const state = emptyState()
  const tree: unknown = JSON.parse(readFileSync('fixtures/trees/rust.json', 'utf8'))
  const content = new Blob([JSON.stringify({ data: { tree } })])
  const source = { kind: 'answer', content } as const
  const file = await answerQuestion<'open'>(
    { kind: 'open', tree: 'a', source, book: [] },
    state,
    run,
  )
  const { root } = openTreeOf(file, { ...origin, asked: null })
  expect(openTreeOf(file, { ...origin, asked: root }).contradictions).toEqual([])
  const otherTree = openTreeOf(file, { ...origin, asked: `0x${'1'.repeat(64)}` })
  expect(otherTree.contradictions[0]?.code).toBe('other_root')
  expect(otherTree.provenRoot).toBe('the rebuilt root, not the one that you asked for')
})

test('refuses: a file that lies about its root opens, and no proof leads to the stated one', async () => {
  const text = readFileSync('fixtures/trees/example-1024.json', 'utf8')
  const lie = text.replace(/("ManageRoot": "0x)..../, '$1dead')
  const state = emptyState()
  const source = { kind: 'file', content: new Blob([lie]) } as const
  const file = await answerQuestion<'open'>(
    { kind: 'open', tree: 'a', source, book: [] },
    state,
    run,
  )
  const open = openTreeOf(file, { ...origin, asked: null })
  expect(open.contradictions.map(({ code }) => code)).toContain('root_mismatch')
  expect(open.provenRoot).toBe('the rebuilt root, not the one that the file states')
})

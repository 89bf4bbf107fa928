import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StoreUnavailableError } from '../sql/table/engine.ts'
import type { PostgresConnector } from './dialect.ts'
import { openRevision } from './revision.ts'

/** A server that answers with what stands in a list, one after the other; a failure is thrown. */
function serverOf(answers: (string | null | Error)[], nowMs = () => 0) {
  let connections = 0
  const client = {
    query: async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return { rows: [{ revision: answer }], rowCount: 1 }
    },
  }
  const connect = async () => {
    connections++
    return { client, release: () => {} }
  }
  const source = { connect, onQuery: () => {} } as unknown as PostgresConnector
  const ask = openRevision(source, { unnameable: new Set(), nowMs })
  return { ask, connections: () => connections }
}

test('law: those who ask in one turn get one answer, and who asks in a later one gets a later answer', async () => {
  const { ask, connections } = serverOf(['a', 'b'])
  const first = [ask(), ask()]
  await Promise.resolve()
  expect(await Promise.all([...first, ask()])).toEqual(['a', 'a', 'a'])
  expect(connections()).toBe(1)
  expect(await ask()).toBe('b')
  expect(connections()).toBe(2)
})

test('behavior: who asks while the question is on its way gets an answer of its own', async () => {
  const { ask, connections } = serverOf(['a', 'b'])
  const first = ask()
  while (connections() === 0) await nextRound()
  const second = ask()
  expect(await Promise.all([first, second])).toEqual(['a', 'b'])
})

test('law: those who ask while the event loop has other work share a question, which waits 4 ms at most', async () => {
  let ms = 0
  const { ask, connections } = serverOf(['a', 'b', 'c', 'd', 'e'], () => ms)
  const pending: Promise<string | null>[] = []
  const counts: number[] = []
  for (let round = 0; round < 20; round++) {
    pending.push(ask())
    await nextRound()
    ms += 1
    counts.push(connections())
  }
  const answers = await Promise.all(pending)
  expect({ answers: answers.join(' '), counts: counts.join(' ') }).toMatchInlineSnapshot(`
    {
      "answers": "a a a a a b b b b b c c c c c d d d d d",
      "counts": "0 0 0 0 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4",
    }
  `)
})

test('error: StoreUnavailableError for all who asked together, and the next ask again; null where the server cannot tell', async () => {
  const { ask } = serverOf([new StoreUnavailableError('it is away', null), null])
  for (const revision of [ask(), ask()])
    await expect(revision).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(await ask()).toBeNull()
})

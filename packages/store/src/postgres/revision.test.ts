import { expect, test } from 'vitest'
import { StoreUnavailableError } from '../sql/table/engine.ts'
import type { PostgresConnector } from './dialect.ts'
import { openRevision } from './revision.ts'

/** A server that answers with what stands in a list, one after the other; a failure is thrown. */
function serverOf(answers: (string | null | Error)[]) {
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
  return { ask: openRevision(source, new Set()), connections: () => connections }
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
  const { ask } = serverOf(['a', 'b'])
  const first = ask()
  await new Promise((resolve) => setImmediate(resolve))
  const second = ask()
  expect(await Promise.all([first, second])).toEqual(['a', 'b'])
})

test('error: StoreUnavailableError for all who asked together, and the next ask again; null where the server cannot tell', async () => {
  const { ask } = serverOf([new StoreUnavailableError('it is away', null), null])
  for (const one of [ask(), ask()])
    await expect(one).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(await ask()).toBeNull()
})

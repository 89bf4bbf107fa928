import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { openMetrics } from './metrics.ts'
import { followRequests, openRequestWriter } from './request-log.ts'

const request = (requestId: string) => ({
  requestId,
  operation: 'getVault',
  status: 200,
  ms: 1.234,
  isProbe: false,
  caller: null,
})

function openLog(level = 'info') {
  const writes: string[] = []
  const writer = openRequestWriter(level, { write: (text) => writes.push(text) })
  const idsOf = (text: string) => [...text.matchAll(/"requestId":"(\w+)"/g)].map(([, id]) => id)
  return { ...writer, writes, ids: () => writes.map(idsOf) }
}

test('law: every line is written once and in order, however many come while others wait', async () => {
  const log = openLog()
  const sent: string[] = []
  for (let round = 0; round < 40; round++) {
    for (let index = 0; index <= round % 3; index++) {
      sent.push(`r${round}n${index}`)
      log.write(request(sent.at(-1)!))
    }
    if (round % 5 === 0) await sleep(2)
    else await turn()
  }
  log.flush()
  expect(log.ids().flat()).toEqual(sent)
  expect(log.writes.length).toBeLessThan(sent.length)
  for (const text of log.writes) expect(text.endsWith('}\n')).toBe(true)
})

test('golden: the first line is written in its turn, those that follow together, and the rest at the end', async () => {
  const log = openLog()
  log.write(request('a'))
  log.write(request('b'))
  expect(log.writes).toEqual([])
  await turn()
  await turn()
  expect(log.ids()).toEqual([['a', 'b']])
  log.write(request('c'))
  log.write(request('d'))
  log.flush()
  expect(log.ids()).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  log.write(request('e'))
  for (let waited = 0; log.writes.length < 3 && waited < 30_000; waited += 5) await sleep(5)
  expect(log.ids().at(-1)).toEqual(['e'])
  log.flush()
  expect(log.writes).toHaveLength(3)
})

test('refuses: nothing is written where the level does not want it', async () => {
  const log = openLog('warn')
  log.write(request('a'))
  log.flush()
  await turn()
  expect(log.writes).toEqual([])
})

test('refuses: to end the process for an error of an answer', async () => {
  const app = fastify()
  app.decorateRequest('caller', null)
  app.decorateRequest('routeConfig', null)
  const log = openLog()
  followRequests(app, openMetrics(), log)
  app.get('/given-up', async (_request, reply) => {
    reply.raw.emit('error', new Error('The connection is gone.'))
    return 'answered'
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${url}/given-up`)
  expect([answer.status, await answer.text()]).toEqual([200, 'answered'])
  await app.close()
})

test('refuses: lines of probes at info; at debug they are there, as debug', async () => {
  for (const [level, ids] of [
    ['info', [['b']]],
    ['debug', [['a', 'b']]],
  ] as const) {
    const log = openLog(level)
    log.write({ ...request('a'), isProbe: true })
    log.write(request('b'))
    log.flush()
    expect(log.ids()).toEqual(ids)
    if (level === 'debug') expect(log.writes[0]).toMatch(/^\{"level":"debug".*\n\{"level":"info"/)
  }
})

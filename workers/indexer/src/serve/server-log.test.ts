import { expect, test } from 'vitest'
import { ChainWithoutNodeError } from '../context/open-chain.ts'
import { type LogLevel, openIndexLog } from './server-log.ts'

function open(level: LogLevel) {
  const lines: string[] = []
  const log = openIndexLog(level, (line) => void lines.push(line))
  return { log, read: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('default: each event is one line of JSON', () => {
  const { log, read: readLines } = open('info')
  log.event({ event: 'pruned', prices: 1, revisions: 2 })
  log.info('ready', { url: 'http://127.0.0.1' })
  expect(readLines()).toMatchObject([
    { level: 'info', process: 'indexer', event: 'pruned', prices: 1 },
    { level: 'info', msg: 'ready', url: 'http://127.0.0.1' },
  ])
})

test('behavior: lines below the level are not written', () => {
  const { log, read: readLines } = open('error')
  log.event({ event: 'pruned', prices: 1, revisions: 2 })
  log.warn('odd')
  const failed = {
    event: 'task_failed',
    task: { kind: 'retention' },
    attempt: 1,
    error: { code: 'rpc_timeout', message: 'No.' },
  } as const
  log.event({ ...failed, decision: { kind: 'retry', afterMs: 1 } })
  log.event({ ...failed, decision: { kind: 'park' } })
  expect(readLines()).toMatchObject([
    { level: 'error', taskId: 'retention', decision: { kind: 'park' } },
  ])
  const silent = open('silent')
  silent.log.error(new Error('no'))
  expect(silent.read()).toEqual([])
})

test('behavior: an error says its code; keys and passwords stay out', () => {
  const { log, read: readLines } = open('info')
  log.error(new ChainWithoutNodeError('base'))
  log.error(new Error('at postgres://me:pw@host/db and https://node.example/v3/k3y'))
  const [first, second] = readLines()
  expect(first).toMatchObject({ code: 'chain_without_node', facts: { chain: 'base' } })
  expect(second).toMatchObject({ code: 'internal_error' })
  expect(JSON.stringify(second)).not.toMatch(/pw|k3y/)
})

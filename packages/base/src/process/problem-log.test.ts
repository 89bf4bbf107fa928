import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openProblemLog } from './problem-log.ts'
import type { PartReport } from './readiness.ts'

const problem = (message: string) => ({ code: 'odd', message, chain: 'base', facts: { at: 1 } })
const report = (messages: readonly string[], status: PartReport['status']): PartReport => ({
  part: 'nodes',
  status,
  problems: messages.map(problem),
})

function open() {
  const lines: (readonly [string, string])[] = []
  const line = (level: string) => (_facts: unknown, message: string) =>
    void lines.push([level, message])
  const tell = openProblemLog({ info: line('info'), warn: line('warn'), error: line('error') })
  return { lines, tell }
}

test('law: a problem is reported once for each time that it comes, and once that it goes', () => {
  const looks = fc.array(fc.subarray(['a', 'b', 'c']), { maxLength: 20 })
  fc.assert(
    fc.property(looks, (all) => {
      const { lines, tell } = open()
      for (const messages of all) tell(report(messages, 'degraded'))
      for (const message of ['a', 'b', 'c']) {
        const reports = [false, ...all.map((messages) => messages.includes(message))]
        const came = reports.filter((now, at) => at > 0 && now && !reports[at - 1]).length
        const went = reports.filter((now, at) => at > 0 && !now && reports[at - 1]).length
        expect(lines.filter(([, text]) => text === message).length).toBe(came)
        expect(lines.filter(([, text]) => text === `gone: ${message}`).length).toBe(went)
      }
    }),
  )
})

test('golden: the level says how much is lost', () => {
  const { lines, tell } = open()
  tell(report(['some'], 'degraded'))
  tell(report(['some', 'all'], 'not_ready'))
  tell(report([], 'ready'))
  expect(lines).toEqual([
    ['warn', 'some'],
    ['error', 'all'],
    ['info', 'gone: some'],
    ['info', 'gone: all'],
  ])
})

test('refuses: to repeat what it reported', () => {
  const { lines, tell } = open()
  for (let look = 0; look < 5; look++) tell(report(['same'], 'degraded'))
  expect(lines).toEqual([['warn', 'same']])
})

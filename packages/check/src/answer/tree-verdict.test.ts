import { expect, test } from 'vitest'
import { riskVerdict } from './tree-verdict.ts'

const wayOut = (severity: string) => ({ severity, sentence: `a ${severity} way out` })

test('law: the worst way out decides, and only ways out that cost no funds leave a plain Yes', () => {
  const answers = {
    info: 'yes',
    low: 'yes',
    medium: 'conditional',
    unknown: 'open',
    high: 'no',
    critical: 'no',
  } as const
  const severities = Object.keys(answers) as (keyof typeof answers)[]
  const byWeight = ['yes', 'conditional', 'open', 'no']
  for (const first of severities)
    for (const second of severities) {
      const worst = Math.max(byWeight.indexOf(answers[first]), byWeight.indexOf(answers[second]))
      const verdict = riskVerdict([wayOut(first), wayOut(second)])
      expect(verdict.answer, `${first} and ${second}`).toBe(byWeight[worst])
    }
  expect(riskVerdict([]).answer).toBe('yes')
})

test('refuses: a severity that is not known here leaves the answer open', () => {
  const verdict = riskVerdict([wayOut('info'), wayOut('severe')])
  expect(verdict.answer).toBe('open')
  expect(verdict.reasons[0]?.message).toBe('a severe way out')
})

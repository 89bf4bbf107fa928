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
  for (const one of severities)
    for (const other of severities) {
      const worst = Math.max(byWeight.indexOf(answers[one]), byWeight.indexOf(answers[other]))
      const verdict = riskVerdict([wayOut(one), wayOut(other)])
      expect(verdict.answer, `${one} and ${other}`).toBe(byWeight[worst])
    }
  expect(riskVerdict([]).answer).toBe('yes')
})

test('refuses: a severity that is not known here leaves the answer open', () => {
  const verdict = riskVerdict([wayOut('info'), wayOut('severe')])
  expect(verdict.answer).toBe('open')
  expect(verdict.reasons[0]?.message).toBe('a severe way out')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chains, variablesOf } from './chain.ts'
import { questionVariables } from './variable-question.ts'

const names: ReadonlySet<string> = new Set(['HOST', 'PORT', 'DATABASE_URL', 'LOG_LEVEL'])
const rpcNames = chains.flatMap(({ id }) => variablesOf(id, 'RPC_URL'))

test('law: no variable that is read is asked about', () => {
  const every = [...names, ...rpcNames, 'SOLANA_RPC_URL', 'BASE_FINALITY', 'BASE_FORK_RPC_URL']
  for (const name of every) {
    expect(questionVariables({ [name]: 'x' }, names)).toEqual([])
    expect(questionVariables({ [`${name}_FILE`]: 'x' }, names)).toEqual([])
  }
})

test('law: a letter that is left out of the name of a chain is asked about', () => {
  fc.assert(
    fc.property(fc.constantFrom(...rpcNames), fc.nat(), (name, at) => {
      const length = name.indexOf('_RPC_URL')
      const slip = name.slice(0, at % length) + name.slice((at % length) + 1)
      fc.pre(length > 3 && !rpcNames.includes(slip))
      const [question] = questionVariables({ [slip]: 'x' }, names)
      expect(question?.variable).toBe(slip)
      expect(question?.suggestion).toMatch(/_RPC_URL$/)
    }),
  )
})

test('golden: what is asked', () => {
  const questions = questionVariables(
    {
      MAINET_RPC_URL: 'https://node/k3y',
      DATABASE_URI: 'x',
      LOG_LEVELS: 'x',
      X9_RPC_URL: 'x',
    },
    names,
  )
  expect(questions.map(({ message }) => message)).toEqual([
    'DATABASE_URI is not read. Did you mean DATABASE_URL?',
    'LOG_LEVELS is not read. Did you mean LOG_LEVEL?',
    'MAINET_RPC_URL is not read. Did you mean MAINNET_RPC_URL?',
    'X9_RPC_URL names a chain that is not known here, and is not read.',
  ])
  expect(JSON.stringify(questions)).not.toContain('k3y')
})

test('refuses: to ask about variables of others, empty ones, and slips beside the right name', () => {
  const ordinary = { HOME: '/', HOSTNAME: 'h', POST: 'x', PATH: '/', SHELL: 'sh', LOGNAME: 'me' }
  expect(questionVariables({ ...ordinary, MAINET_RPC_URL: ' ' }, names)).toEqual([])
  const both = { MAINET_RPC_URL: 'x', MAINNET_RPC_URL: 'y' }
  expect(questionVariables(both, names)).toEqual([])
})

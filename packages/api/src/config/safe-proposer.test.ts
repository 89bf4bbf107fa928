import { openEnvReader } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { readSafeProposer } from './safe-proposer.ts'

const key = `0x${'11'.repeat(32)}`
const safe = `0x${'22'.repeat(20)}`

function read(variables: Readonly<Record<string, string>>) {
  const reader = openEnvReader(variables)
  const proposer = readSafeProposer(reader)
  return { proposer, problems: reader.problems.map(({ name }) => name) }
}

test('default: nobody proposes', () => {
  expect(read({})).toEqual({ proposer: null, problems: [] })
})

test('golden: a key signs for the Safes that are named, each for its tenant', () => {
  const SAFE_PROPOSALS = `acme:mainnet:${safe}, globex:sonicMainnet:${safe}`
  expect(read({ SAFE_DELEGATE_KEY: key, SAFE_PROPOSALS })).toEqual({
    problems: [],
    proposer: {
      key,
      safes: [
        { tenant: 'acme', chain: 'mainnet', safe },
        { tenant: 'globex', chain: 'sonicmainnet', safe },
      ],
    },
  })
})

test('refuses: one without the other, and what is no key, chain, tenant or address', () => {
  expect(read({ SAFE_DELEGATE_KEY: key }).problems).toEqual(['SAFE_PROPOSALS'])
  const SAFE_PROPOSALS = `acme:mainnet:${safe}`
  expect(read({ SAFE_PROPOSALS }).problems).toEqual(['SAFE_DELEGATE_KEY'])
  for (const bad of ['0x11', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`, key.slice(2)]) {
    const { proposer, problems } = read({ SAFE_DELEGATE_KEY: bad, SAFE_PROPOSALS })
    expect([bad, proposer, problems]).toEqual([bad, null, ['SAFE_DELEGATE_KEY']])
  }
  const words = ['mainnet', `acme:nowhere:${safe}`, `A:mainnet:${safe}`, 'acme:mainnet:0x12']
  for (const bad of [...words, `${SAFE_PROPOSALS}:1`, `${SAFE_PROPOSALS},`]) {
    const { proposer, problems } = read({ SAFE_DELEGATE_KEY: key, SAFE_PROPOSALS: bad })
    expect([bad, proposer, problems]).toEqual([bad, null, ['SAFE_PROPOSALS']])
  }
})

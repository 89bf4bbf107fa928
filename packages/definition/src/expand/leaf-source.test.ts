import { readFileSync } from 'node:fs'
import { parseTreeFile } from '@vaultwright/formats'
import { isPadding } from '@vaultwright/manager'
import { knownFactsOf, mergeFacts, protocolOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { parseDefinition } from '../file/definition.ts'
import { factsOfLock, parseLock } from '../file/lock.ts'
import { protocolsOfAccounts } from './leaf-source.ts'

const fixtures = new URL('../../../../fixtures/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, fixtures), 'utf8')
const definition = parseDefinition(read('definitions/local-eth.yaml'))
const lock = parseLock(read('definitions/vaultwright.lock.json'))
const knownFacts = mergeFacts([factsOfLock(lock, 31337), knownFactsOf(31337)])
const manifest = JSON.parse(read('chain/manifest.json'))
const protocolsOf = protocolsOfAccounts(definition, { chain: 31337, knownFacts })
const namesOf = (account: string) => protocolsOf(manifest.contracts[account])

test('golden: entries say of which protocols the accounts are that they call', () => {
  expect(namesOf('Compound USDC')).toEqual(['compound_v3'])
  expect(namesOf('Aave pool')).toEqual(['aave_v3'])
  expect(protocolsOf(manifest.contracts['Compound USDC'].toLowerCase())).toEqual(['compound_v3'])
  expect(protocolsOf('0x000000000000000000000000000000000000dEaD')).toEqual([])
})

test('law: no account is of a protocol whose decoders lack the functions that leaves call on it', () => {
  const { tree } = parseTreeFile(
    new TextEncoder().encode(read('chain/trees/local-eth-main-3.json')),
  )
  const called = tree.leaves.filter((leaf) => !isPadding(leaf))
  for (const { target } of called) {
    const signatures = called.filter((leaf) => leaf.target === target).map((leaf) => leaf.signature)
    for (const name of protocolsOf(target)) {
      const functions = protocolOf(name)!.decoders.flatMap((decoder) => decoder.functions)
      const names = functions.map(({ signature }) => signature.slice(0, signature.indexOf('(')))
      expect(signatures.some((signature) => names.includes(signature.split('(')[0]!))).toBe(true)
    }
  }
  // Approvals call a token, and make it no account of the protocol that they are for.
  expect(namesOf('USDC')).not.toContain('compound_v3')
})

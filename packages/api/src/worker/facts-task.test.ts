import { readFileSync } from 'node:fs'
import { factsOfDefinition, factsOfLock, parseDefinition, parseLock } from '@vaultwright/definition'
import { type KnownFacts, knownFactsOf, mergeFacts, protocols } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { FactsTooLargeError, factsOfVault, readVaultFacts } from './facts-task.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/definitions/${name}`, import.meta.url), 'utf8')
const definition = fixture('local-eth.yaml')
const lock = fixture('vaultwright.lock.json')
const chainId = 31337

/** Every answer about every account of the two texts. */
function answersOf(knownFacts: KnownFacts): unknown {
  const accounts = new Set(
    `${definition} ${lock}`.match(/0x[0-9a-fA-F]{40}\b/g),
  ) as Set<`0x${string}`>
  const calls = new Set(lock.match(/[a-z]\w*\([^)]*\)/gi))
  expect(accounts.size).toBeGreaterThan(20)
  return [
    [...accounts].map((account) => [
      knownFacts.labelOf(account),
      knownFacts.tokenOf(account),
      knownFacts.protocolsOf(account),
      [...calls].map((call) => knownFacts.factOf(account, call)),
    ]),
    protocols.map(({ name }) => knownFacts.entriesOf(name)),
  ]
}

test('law: what was handed over as data answers as the definition and the lock file do', () => {
  const merged = mergeFacts([knownFactsOf(chainId), factsOfLock(parseLock(lock), chainId)])
  const whole = factsOfDefinition(parseDefinition(definition), chainId, merged)
  const facts = structuredClone(readVaultFacts({ definition, lock, chainId }))
  expect(answersOf(factsOfVault(facts, chainId))).toEqual(answersOf(whole))
})

test('golden: without texts, or on a chain that they do not have, the registry alone answers', () => {
  const nothing = readVaultFacts({ definition: null, lock: null, chainId })
  expect(nothing).toEqual({ defined: null, lock: null })
  const elsewhere = readVaultFacts({ definition, lock, chainId: 10 })
  expect(elsewhere.defined).toBeNull()
  expect(answersOf(factsOfVault(elsewhere, 10))).toEqual(answersOf(knownFactsOf(10)))
})

test('refuses: a short definition whose lists combine to more than is handed over', () => {
  const account = (number: number) => `"0x${number.toString(16).padStart(40, '0')}"`
  const list = (count: number, from: number) =>
    `[${Array.from({ length: count }, (_, at) => account(from + at)).join(', ')}]`
  const of = (collaterals: number) => `name: Wide
chains:
  local:
    vault: ${account(1)}
    manager: ${account(2)}
    decoders: { default: ${account(3)} }
    strategists:
      main:
        permissions:
          - protocol: morpho_blue
            actions: [borrow]
            morpho: ${account(4)}
            loan_token: ${list(150, 0x1000)}
            collateral_token: ${list(collaterals, 0x2000)}
            oracle: ${account(5)}
            irm: ${account(6)}
            lltv: "860000000000000000"
`
  const few = readVaultFacts({ definition: of(2), lock: null, chainId })
  expect(few.defined?.entries.get('morpho_blue')).toHaveLength(300)
  const read = () => readVaultFacts({ definition: of(150), lock: null, chainId })
  expect(read).toThrow(FactsTooLargeError)
})

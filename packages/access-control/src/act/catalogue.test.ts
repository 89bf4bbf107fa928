import { type AbiFunction, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { guardedFunctions, selectors, selectorsNamed } from '../model/guarded-function.ts'
import { acts, harmlessFunctions, simpleActs } from './catalogue.ts'

const bare = (signature: string) => signature.slice(0, signature.indexOf('('))

test('golden: every selector is what viem computes of its signature', () => {
  const rows = Object.values(guardedFunctions).flatMap((functions) => Object.entries(functions))
  expect(rows.length).toBeGreaterThan(150)
  for (const [signature, selector] of rows)
    expect([
      signature,
      toFunctionSelector(`function ${signature}` as unknown as AbiFunction),
    ]).toEqual([signature, selector])
})

test('golden: the selectors that rules name', () => {
  const signatures: Readonly<Record<string, string>> = {
    manageBatch: 'manage(address[],bytes[],uint256[])',
    manageVault:
      'manageVaultWithMerkleVerification(bytes32[][],address[],address[],bytes[],uint256[])',
    approveHash: 'approveHash(bytes32)',
    execTransactionFromModule: 'execTransactionFromModule(address,uint256,bytes,uint8)',
    setConfig: 'setConfig(address,address,(uint32,uint32,bytes)[])',
    verify: 'verify(bytes,bytes32,uint64)',
    upgradeTo: 'upgradeTo(address)',
  }
  const bySelector = new Map<string, string>(
    Object.values(guardedFunctions).flatMap((functions) =>
      Object.entries(functions).map(([signature, selector]) => [selector, signature] as const),
    ),
  )
  for (const [name, selector] of Object.entries(selectors)) {
    const signature = signatures[name] ?? bySelector.get(selector)
    expect([name, signature === undefined ? null : bare(signature)]).toEqual([
      name,
      signatures[name] === undefined ? name : bare(signatures[name]),
    ])
    expect(toFunctionSelector(`function ${signature}` as unknown as AbiFunction)).toBe(selector)
  }
})

test('law: every guarded function of every contract belongs to an act, or is harmless for a reason', () => {
  const actsBy = new Set<string>()
  for (const rows of Object.values(simpleActs))
    for (const { kind, functions } of rows)
      for (const name of functions) actsBy.add(`${kind} ${name}`)
  const open = Object.entries(guardedFunctions).flatMap(([kind, functions]) =>
    Object.keys(functions)
      .map((signature) => `${kind} ${bare(signature)}`)
      .filter((name) => !actsBy.has(name) && !(name in harmlessFunctions)),
  )
  expect(open).toEqual([])
})

test('law: an act and a reason name functions that there are, and no function is both', () => {
  for (const rows of Object.values(simpleActs)) {
    for (const { kind, functions } of rows) {
      for (const name of functions as readonly string[]) {
        // These stand in every kind's row, also of kinds that lack them.
        if (['setAuthority', 'transferOwnership', 'pause', 'unpause'].includes(name)) continue
        expect([kind, name, selectorsNamed(kind, [name]).length > 0]).toEqual([kind, name, true])
        expect(`${kind} ${name}` in harmlessFunctions).toBe(false)
      }
    }
  }
  for (const name of Object.keys(harmlessFunctions)) {
    const [kind, bareName] = name.split(' ') as [keyof typeof guardedFunctions, string]
    expect([name, selectorsNamed(kind, [bareName]).length > 0]).toEqual([name, true])
  }
  for (const { sentence } of Object.values(acts)) expect(sentence).toMatch(/^[a-z].*[a-z]$/)
})
